/** The addresses of services and their families, and how these may change. */
import { describe, expect, it } from 'vitest';
import {
  validateAddressChange,
  validateClusterIps,
} from '../../../../../src/kinds/core/service/validate-service-addresses.ts';
import { texts } from '../../samples.ts';

const shown = (list: readonly string[]): string =>
  `[]string{${list.map((each) => JSON.stringify(each)).join(', ')}}`;
const [v4, other, v6] = ['10.0.0.1', '10.0.0.2', 'fd00::1'];
const ips = 'spec.clusterIPs';
const valid = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';

describe('the addresses of a service', () => {
  it.each<[spec: object, ...errors: string[]]>([
    [{}],
    [{ type: 'ExternalName', clusterIP: 'x' }],
    [{ clusterIP: v4, clusterIPs: [v4], ipFamilies: ['IPv4'] }],
    [{ clusterIP: v4, clusterIPs: [v4, v6], ipFamilies: ['IPv4', 'IPv6'] }],
    [{ clusterIP: 'None', clusterIPs: ['None'], ipFamilies: ['IPv6', 'IPv4'] }],
    [
      { clusterIPs: [v4] },
      `${ips}: Invalid value: ${shown([v4])}: must be empty when \`clusterIP\` is not specified`,
    ],
    [{ clusterIP: v4 }, `${ips}: Required value`],
    [
      { clusterIP: v4, clusterIPs: [other] },
      `${ips}: Invalid value: ${shown([other])}: first value must match \`clusterIP\``,
    ],
    [
      { clusterIP: 'None', clusterIPs: ['None', v4] },
      `${ips}: Invalid value: ${shown(['None', v4])}: 'None' must be the first and only value`,
    ],
    [{ clusterIP: v4, clusterIPs: [v4, 'None'] }, `${ips}[1]: Invalid value: "None": ${valid}`],
    [
      { clusterIP: v4, clusterIPs: [v4, other] },
      `${ips}: Invalid value: ${shown([v4, other])}: may specify no more than one IP for each IP family`,
    ],
    [
      { clusterIP: v4, clusterIPs: [v4, v6, other] },
      `${ips}: Invalid value: ${shown([v4, v6, other])}: may only hold up to 2 values`,
    ],
    [
      { clusterIP: v4, clusterIPs: [v4, v6], ipFamilies: ['IPv6', 'IPv4'] },
      `${ips}[0]: Invalid value: "${v4}": expected an IPv6 value as indicated by \`ipFamilies[0]\``,
      `${ips}[1]: Invalid value: "${v6}": expected an IPv4 value as indicated by \`ipFamilies[1]\``,
    ],
    [{ clusterIP: v4, clusterIPs: [v4, v6], ipFamilies: ['IPv4'] }],
    [
      { ipFamilies: ['IPv4', 'IPv4', 'IPv5'] },
      'spec.ipFamilies[1]: Duplicate value: "IPv4"',
      'spec.ipFamilies[2]: Unsupported value: "IPv5": supported values: "IPv4", "IPv6"',
    ],
    [
      { ipFamilyPolicy: 'Odd' },
      'spec.ipFamilyPolicy: Unsupported value: "Odd": supported values: "PreferDualStack", "RequireDualStack", "SingleStack"',
    ],
    ...['PreferDualStack', 'RequireDualStack', 'SingleStack'].map((ipFamilyPolicy): [object] => [
      { ipFamilyPolicy },
    ]),
  ])('%j', (spec, ...errors) => {
    expect(texts((found) => validateClusterIps(found, spec as never))).toEqual(errors);
  });
});

describe('a change of addresses', () => {
  const of = (...list: readonly string[]): object => ({ clusterIP: list[0], clusterIPs: list });
  const families = (...list: readonly string[]): object => ({ ipFamilies: list });
  const headless = of('None');
  const single = { ipFamilyPolicy: 'SingleStack' };
  const release = (name: string, policy = ''): string =>
    `spec.ipFamilyPolicy: Invalid value: "${policy}": must be set to 'SingleStack' when releasing the secondary ${name}`;
  it.each<[old: object, spec: object, ...errors: string[]]>([
    [{}, of(v4)],
    [of(v4), of(v4)],
    [of(v4), of(v4, v6)],
    [of(v4, v6), of(v4, v6)],
    [of(v4, v6), { ...of(v4), ...single }],
    [of(v4, v6), of(v4), release('clusterIP')],
    [
      of(v4, v6),
      { ...of(v4), ipFamilyPolicy: 'PreferDualStack' },
      release('clusterIP', 'PreferDualStack'),
    ],
    [of(v4), of(), `${ips}[0]: Invalid value: []string{}: primary clusterIP can not be unset`],
    [of(v4), of(other), `${ips}[0]: Invalid value: ${shown([other])}: may not change once set`],
    [
      of(v4, v6),
      of(v4, 'fd00::2'),
      `${ips}[1]: Invalid value: ${shown([v4, 'fd00::2'])}: may not change once set`,
    ],
    [
      of(v4),
      of(other, v6),
      `${ips}[0]: Invalid value: ${shown([other, v6])}: may not change once set`,
    ],
    [of(v4), { ...of(), type: 'ExternalName' }],
    [{ ...of(v4), type: 'ExternalName' }, of(other)],
    [
      { ...headless, ...families('IPv4') },
      { ...headless, ...families('IPv6') },
    ],
    [headless, of(v4), `${ips}[0]: Invalid value: ${shown([v4])}: may not change once set`],
    [
      families('IPv4'),
      families('IPv6'),
      'spec.ipFamilies[0]: Invalid value: []core.IPFamily{"IPv6"}: may not change once set',
    ],
    [
      families('IPv4'),
      families(),
      'spec.ipFamilies[0]: Invalid value: []core.IPFamily{}: primary ipFamily can not be unset',
    ],
    [families('IPv4', 'IPv6'), families('IPv4'), release('ipFamily')],
    [families('IPv4', 'IPv6'), { ...families('IPv4'), ...single }],
    [families('IPv4'), families('IPv4', 'IPv6')],
  ])('from %j to %j', (old, spec, ...errors) => {
    const found = texts((into) => validateAddressChange(into, spec as never, old as never));
    expect(found).toEqual(errors);
  });
});
