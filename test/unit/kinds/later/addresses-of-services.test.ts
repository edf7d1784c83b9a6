/** Which addresses Services, Endpoints and policies take, by release. */
import { describe, expect, it } from 'vitest';
import { endpoints, endpointSlice, ingress, networkPolicy, service } from '#kinds';
import { changeErrorsIn, errorsIn } from './release.ts';

const slice = (addressType: string, ...addresses: readonly string[]) => ({
  addressType,
  endpoints: [{ addresses }],
  ports: [],
});
const subset = (ip: string) => ({ subsets: [{ addresses: [{ ip }] }] });
const at = 'endpoints[0].addresses';

describe('an EndpointSlice', () => {
  it('names one fault of each address from 1.33', () => {
    const given = slice('IPv4', 'x');
    const example = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
    expect(errorsIn(32, endpointSlice, given)).toHaveLength(2);
    expect(errorsIn(33, endpointSlice, given)).toEqual([
      `${at}[0]: Invalid value: "x": ${example}`,
    ]);
  });

  it('reports the wrong family at the list, and wants addresses of IPv6 in canonical form', () => {
    expect(errorsIn(33, endpointSlice, slice('IPv4', '2001:db8::1'))).toEqual([
      `${at}: Invalid value: "2001:db8::1": must be an IPv4 address`,
    ]);
    expect(errorsIn(33, endpointSlice, slice('IPv6', '2001:DB8::1'))).toEqual([
      `${at}[0]: Invalid value: "2001:DB8::1": must be in canonical form ("2001:db8::1")`,
    ]);
    expect(errorsIn(32, endpointSlice, slice('IPv6', '2001:DB8::1'))).toEqual([]);
  });

  it('keeps endpoints that stay the same from 1.33', () => {
    const odd = slice('IPv4', 'x');
    expect(changeErrorsIn(33, endpointSlice, odd, { ...odd, ports: [{ port: 1 }] })).toEqual([]);
    expect(changeErrorsIn(32, endpointSlice, odd, odd)).toHaveLength(2);
  });

  it('reports what its type states last, and briefly, from 1.37', () => {
    const given = { ...slice('IPv4'), ports: [{ name: 'A', protocol: 'x' }] };
    expect(errorsIn(36, endpointSlice, given).at(-1)).toContain('must contain at least 1 address');
    expect(errorsIn(37, endpointSlice, given).at(-1)).toBe(`${at}: Required value`);
    const changed = changeErrorsIn(37, endpointSlice, slice('IPv4', '1.2.3.4'), {
      ...slice('x', '1.2.3.4'),
    });
    expect(changed).toEqual([
      'addressType: Unsupported value: "x": supported values: "FQDN", "IPv4", "IPv6"',
      'addressType: Invalid value: null: field is immutable',
    ]);
  });

  it('checks the nodes that it hints at', () => {
    const forNodes = [{ name: 'a/b' }, { name: 'a/b' }];
    const given = {
      ...slice('IPv4'),
      endpoints: [{ addresses: ['1.2.3.4'], hints: { forNodes } }],
    };
    const errors = errorsIn(34, endpointSlice, given);
    expect(errors).toHaveLength(3);
    expect(errors[1]).toContain('endpoints[0].hints.forNodes[1].name: Duplicate value');
  });
});

it('refuses ambiguous addresses from 1.36, but keeps those that are stored', () => {
  const zeros = 'Invalid value: "01.2.3.4": must not have leading 0s';
  expect(errorsIn(35, endpoints, subset('01.2.3.4'))).toEqual([]);
  expect(errorsIn(36, endpoints, subset('01.2.3.4'))).toEqual([
    `subsets[0].addresses[0].ip: ${zeros}`,
  ]);
  const old = { spec: { ports: [{ port: 80 }], externalIPs: ['01.2.3.4'] } };
  const changed = { spec: { ports: [{ port: 81 }], externalIPs: ['01.2.3.4'] } };
  expect(errorsIn(36, service, old)).toEqual([`spec.externalIPs[0]: ${zeros}`]);
  expect(changeErrorsIn(36, service, old, changed)).toEqual([]);
});

it('names each range of a load balancer that is wrong from 1.30', () => {
  const spec = { type: 'LoadBalancer', ports: [{ port: 80 }], loadBalancerSourceRanges: [' x '] };
  const field = 'spec.LoadBalancerSourceRanges';
  expect(errorsIn(29, service, { spec })).toEqual([
    `${field}: Invalid value: "[ x ]": must be a list of IP ranges. For example, 10.240.0.0/24,10.250.0.0/24 `,
  ]);
  expect(errorsIn(30, service, { spec })).toEqual([
    `${field}[0]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)`,
  ]);
});

it('names all ranges of a policy that are wrong from 1.30, and odd ones from 1.36', () => {
  const policy = (cidr: string, ...except: readonly string[]) => ({
    spec: { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr, except } }] }] },
  });
  expect(errorsIn(29, networkPolicy, policy('10.0.0.0/8', 'x', 'y'))).toHaveLength(1);
  expect(errorsIn(30, networkPolicy, policy('10.0.0.0/8', 'x', 'y'))).toHaveLength(2);
  expect(errorsIn(35, networkPolicy, policy('10.0.0.1/8'))).toEqual([]);
  expect(errorsIn(36, networkPolicy, policy('10.0.0.1/8'))[0]).toContain('beyond the prefix');
  const odd = policy('10.0.0.1/8');
  expect(changeErrorsIn(36, networkPolicy, odd, odd)).toEqual([]);
});

it('gives addresses only to the status of load balancers from 1.29', () => {
  const status = { loadBalancer: { ingress: [{ ip: '1.2.3.4', ipMode: 'VIP' }] } };
  const errors = (minor: number, type: string, shown: object = status) => {
    const given = { spec: { type, ports: [{ port: 80 }] } };
    return changeErrorsIn(minor, service, given, { ...given, status: shown }, 'status');
  };
  expect(errors(28, 'ClusterIP')).toEqual([]);
  const why = "may only be used when `spec.type` is 'LoadBalancer'";
  expect(errors(29, 'ClusterIP')).toEqual([`status.loadBalancer.ingress: Forbidden: ${why}`]);
  expect(errors(30, 'LoadBalancer')).toEqual([]);
  const faulty = { loadBalancer: { ingress: [{ ip: '1.2.3.4' }, { ipMode: 'VIP' }] } };
  const other = { loadBalancer: { ingress: [{ ip: '1.2.3.4', ipMode: 'x' }] } };
  const at = 'status.loadBalancer.ingress';
  expect(errors(30, 'LoadBalancer', faulty)).toEqual([
    `${at}[0].ipMode: Required value: must be specified when \`ip\` is set`,
    `${at}[1].ipMode: Forbidden: may not be specified when \`ip\` is not set`,
  ]);
  expect(errors(30, 'LoadBalancer', other)[0]).toContain('supported values: "Proxy", "VIP"');
});

it('lets services have names that begin with a digit from 1.36', () => {
  const given = { metadata: { name: '1a' }, spec: { ports: [{ port: 80 }] } };
  expect(errorsIn(35, service, given)).toHaveLength(1);
  expect(errorsIn(36, service, given)).toEqual([]);
});

it('accepts the port of the kubelet from 1.33, and knows ways to distribute traffic', () => {
  const spec = { type: 'LoadBalancer', ports: [{ port: 10250 }] };
  expect(errorsIn(32, service, { spec })).toHaveLength(1);
  expect(errorsIn(33, service, { spec })).toEqual([]);
  const spread = { ports: [{ port: 80 }], trafficDistribution: 'PreferSameZone' };
  expect(errorsIn(33, service, { spec: spread })).toEqual([
    'spec.trafficDistribution: Unsupported value: "PreferSameZone": supported values: "PreferClose"',
  ]);
  expect(errorsIn(34, service, { spec: spread })).toEqual([]);
});

it('wants both names of the annotation for topology to say the same from 1.27', () => {
  const prefix = 'service.kubernetes.io/topology';
  const annotations = { [`${prefix}-mode`]: 'a', [`${prefix}-aware-hints`]: 'b' };
  const given = { metadata: { name: 'a', annotations }, spec: { ports: [{ port: 80 }] } };
  expect(errorsIn(26, service, given)).toEqual([]);
  expect(errorsIn(27, service, given)).toHaveLength(1);
});

it('shows by example what an address of an ingress is from 1.30', () => {
  const status = { loadBalancer: { ingress: [{ ip: 'x' }] } };
  const errors = (minor: number) => changeErrorsIn(minor, ingress, {}, { status }, 'status');
  expect(errors(29)[0]).toMatch(/must be a valid IP address$/);
  expect(errors(30)[0]).toContain('(e.g. 10.9.8.7');
});
