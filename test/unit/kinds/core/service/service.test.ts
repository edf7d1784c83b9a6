import { describe, expect, it } from 'vitest';
import { service, defaultProfile } from '#kinds';
import type { Service, ServiceSpec } from '#types';
import {
  context,
  created,
  decoded,
  errorsOf,
  texts,
  updated,
  updateErrorsOf,
} from '../../samples.ts';
import { partOf } from '../../../../support/part.ts';

const port = { port: 80 };

function serviceOf(spec: object = {}, metadata: object = {}): Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 's', namespace: 'default', ...metadata },
    spec: { ports: [port], selector: { a: 'b' }, ...spec },
  } as unknown as Service;
}

/** As it is stored: with what the API allocates. */
function stored(spec: object = {}): Service {
  const made = created(service, serviceOf(spec));
  const given: Record<string, unknown> = {};
  if (made.spec.type !== 'ExternalName' && made.spec.clusterIP === undefined) {
    Object.assign(given, { clusterIP: '10.96.0.9', clusterIPs: ['10.96.0.9'] });
  }
  if (made.spec.type === 'NodePort' || made.spec.type === 'LoadBalancer') {
    const { ports = [] } = made.spec;
    given['ports'] = ports.map((each, index) => ({ nodePort: 30000 + index, ...each }));
  }
  if (made.spec.externalTrafficPolicy === 'Local') given['healthCheckNodePort'] = 32000;
  return { ...made, spec: { ...made.spec, ...given } };
}

const specOf = (spec: object): ServiceSpec => created(service, serviceOf(spec)).spec;

describe('the policy for traffic inside the cluster', () => {
  it.each<[spec: object, stored: object]>([
    [
      { type: 'ExternalName', externalName: 'a.b', internalTrafficPolicy: 'Local' },
      { type: 'ExternalName', externalName: 'a.b' },
    ],
    [
      { type: 'ClusterIP', internalTrafficPolicy: 'Local' },
      { type: 'ClusterIP', internalTrafficPolicy: 'Local' },
    ],
    [
      { type: 'NodePort', internalTrafficPolicy: 'Cluster' },
      { type: 'NodePort', internalTrafficPolicy: 'Cluster' },
    ],
  ])('of %j is stored as %j', (spec, expected) => {
    expect(service.rules.asStored!(serviceOf(spec))).toEqual(serviceOf(expected));
  });
});

describe('defaults', () => {
  it('fill in what v1.24 fills in', () => {
    expect(created(service, serviceOf({ publishNotReadyAddresses: false }))).toMatchObject({
      spec: {
        ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
        selector: { a: 'b' },
        type: 'ClusterIP',
        sessionAffinity: 'None',
        internalTrafficPolicy: 'Cluster',
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
      },
      status: { loadBalancer: {} },
    });
    expect(specOf({})).not.toHaveProperty('clusterIP');
    const zeros = decoded(service, serviceOf({ publishNotReadyAddresses: false }));
    expect(created(service, zeros).spec).not.toHaveProperty('publishNotReadyAddresses');
  });

  it.each<[name: string, spec: object, filled: object]>([
    [
      'an affinity of three hours',
      { sessionAffinity: 'ClientIP' },
      { sessionAffinityConfig: { clientIP: { timeoutSeconds: 10800 } } },
    ],
    [
      'a policy for traffic from outside',
      { type: 'NodePort' },
      { externalTrafficPolicy: 'Cluster', internalTrafficPolicy: 'Cluster' },
    ],
    [
      'node ports for load balancers',
      { type: 'LoadBalancer' },
      { allocateLoadBalancerNodePorts: true, externalTrafficPolicy: 'Cluster' },
    ],
    ['the list of addresses', { clusterIP: '10.96.0.7' }, { clusterIPs: ['10.96.0.7'] }],
    [
      'both families for who has no address and no selector',
      { clusterIP: 'None', selector: undefined },
      { clusterIPs: ['None'], ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack' },
    ],
    [
      'one family for who has a selector',
      { clusterIP: 'None' },
      { clusterIPs: ['None'], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' },
    ],
    [
      'the target of a named port',
      { ports: [{ name: 'a', port: 1, targetPort: 'web', protocol: 'UDP' }] },
      { ports: [{ name: 'a', port: 1, targetPort: 'web', protocol: 'UDP' }] },
    ],
  ])('are %s', (_, spec, filled) => {
    expect(specOf(spec)).toMatchObject(filled);
  });

  it('leave names in the DNS alone', () => {
    expect(specOf({ type: 'ExternalName', externalName: 'a.b', ports: undefined })).toEqual({
      selector: { a: 'b' },
      type: 'ExternalName',
      externalName: 'a.b',
      sessionAffinity: 'None',
    });
  });

  it('are the same when nothing is missing', () => {
    for (const spec of [{}, { type: 'NodePort' }, { type: 'LoadBalancer' }]) {
      const whole = stored(spec);
      expect(service.rules.defaults!(whole, defaultProfile)).toBe(whole);
      expect(updated(service, whole, whole)).toBe(whole);
    }
  });
});

describe('an update', () => {
  it('keeps what was allocated and is not given again', () => {
    const old = stored({
      type: 'NodePort',
      ports: [
        { name: 'a', port: 1 },
        { name: 'b', port: 2 },
      ],
    });
    const ports = [
      { name: 'b', port: 2 },
      { name: 'c', port: 3 },
    ];
    const { spec } = updated(service, serviceOf({ type: 'NodePort', ports }), old);
    expect(spec).toMatchObject({ clusterIP: '10.96.0.9', clusterIPs: ['10.96.0.9'] });
    expect(spec.ports!.map(({ nodePort }) => nodePort)).toEqual([30001, undefined]);
    expect(spec.ipFamilyPolicy).toBe('SingleStack');
  });

  it('does not give a node port twice', () => {
    const old = stored({ type: 'NodePort', ports: [{ name: 'a', port: 1 }] });
    const ports = [
      { name: 'a', port: 1 },
      { name: 'b', port: 2, nodePort: 30000 },
    ];
    const { spec } = updated(service, serviceOf({ type: 'NodePort', ports }), old);
    expect(spec.ports!.map(({ nodePort }) => nodePort)).toEqual([undefined, 30000]);
  });

  it.each<[name: string, from: object, to: object, gone: readonly string[]]>([
    [
      'an address',
      {},
      { type: 'ExternalName', externalName: 'a.b' },
      ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy'],
    ],
    [
      'a load balancer',
      { type: 'LoadBalancer', externalTrafficPolicy: 'Local', loadBalancerClass: 'a.b/c' },
      { type: 'ClusterIP' },
      [
        'healthCheckNodePort',
        'allocateLoadBalancerNodePorts',
        'loadBalancerClass',
        'externalTrafficPolicy',
      ],
    ],
  ])('drops what is left of %s', (_, from, to, gone) => {
    const old = stored(from);
    const wanted = { ...old, spec: { ...old.spec, ...to } } as Service;
    const { spec } = updated(service, wanted, old);
    for (const field of gone) expect(spec).not.toHaveProperty(field);
    expect(updateErrorsOf(service, wanted, old)).toEqual([]);
  });

  it('drops node ports with the type that has them', () => {
    const old = stored({ type: 'NodePort' });
    const wanted = { ...old, spec: { ...old.spec, type: 'ClusterIP' } } as Service;
    expect(updated(service, wanted, old).spec.ports).toEqual([
      { port: 80, protocol: 'TCP', targetPort: 80 },
    ]);
    const other = [{ port: 80, nodePort: 31000 }];
    expect(
      updateErrorsOf(service, { ...wanted, spec: { ...wanted.spec, ports: other } }, old),
    ).toEqual(["spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'"]);
  });

  it('takes the load balancer from a service that is none', () => {
    const balanced = { loadBalancer: { ingress: [{ ip: '198.51.100.7' }] } };
    const old = { ...stored({ type: 'LoadBalancer' }), status: balanced } as Service;
    expect(updated(service, old, old)).toBe(old);
    const wanted = { ...old, spec: { ...old.spec, type: 'NodePort' } } as Service;
    expect(updated(service, wanted, old).status).toEqual({ loadBalancer: {} });
  });

  const fixed = 'spec.clusterIPs[0]: Invalid value: []string{"10.96.1.1"}: may not change once set';

  it.each<[name: string, change: object, errors: readonly string[]]>([
    ['another address and no list', { clusterIP: '10.96.1.1', clusterIPs: undefined }, [fixed]],
    ['another address in one field', { clusterIP: '10.96.1.1' }, [fixed]],
    [
      'no address',
      { clusterIP: 'None' },
      ['spec.clusterIPs[0]: Invalid value: []string{"None"}: may not change once set'],
    ],
    ['no word about the address', { clusterIP: '', clusterIPs: undefined }, []],
    [
      'another family',
      { clusterIP: undefined, clusterIPs: undefined, ipFamilies: ['IPv6'] },
      [
        'spec.clusterIPs[0]: Invalid value: "10.96.0.9": expected an IPv6 value as indicated by `ipFamilies[0]`',
      ],
    ],
    [
      'two families',
      { ipFamilyPolicy: 'RequireDualStack' },
      [
        'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
      ],
    ],
    ['two families if they are to be had', { ipFamilyPolicy: 'PreferDualStack' }, []],
  ])('with %s', (_, change, errors) => {
    const old = stored();
    const wanted = { ...old, spec: { ...old.spec, ...change } } as Service;
    expect(updateErrorsOf(service, wanted, old)).toEqual(errors);
  });

  it('keeps the class of a load balancer', () => {
    const old = stored({ type: 'LoadBalancer' });
    const wanted = { ...old, spec: { ...old.spec, loadBalancerClass: 'a.b/c' } } as Service;
    expect(updateErrorsOf(service, wanted, old)).toEqual([
      'spec.loadBalancerClass: Invalid value: "a.b/c": may not change once set',
    ]);
  });

  it('keeps the port on which nodes are checked', () => {
    const old = stored({ type: 'LoadBalancer', externalTrafficPolicy: 'Local' });
    const wanting = (healthCheckNodePort: number): Service =>
      ({ ...old, spec: { ...old.spec, healthCheckNodePort } }) as Service;
    expect(updateErrorsOf(service, wanting(0), old)).toEqual([]);
    expect(updateErrorsOf(service, wanting(70000), old)).toEqual([
      'spec.healthCheckNodePort: Forbidden: field is immutable',
      'spec.healthCheckNodePort: Invalid value: 70000: must be between 1 and 65535, inclusive',
    ]);
  });

  it('of the status looks at addresses', () => {
    const old = stored({ type: 'LoadBalancer' });
    const ingress = [{ ip: '1.2.3' }, { hostname: '1.2.3.4' }, { hostname: 'a.b', ip: '::1' }];
    const next = { ...old, status: { loadBalancer: { ingress } } } as Service;
    expect(
      texts((errors) => partOf(service, 'status').validate!(errors, next, old, context)),
    ).toEqual([
      'status.loadBalancer.ingress[0].ip: Invalid value: "1.2.3": must be a valid IP address',
      'status.loadBalancer.ingress[1].hostname: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
    ]);
    const bare = partOf(service, 'status').prepare!({ ...old, status: {} }, old, context);
    expect(bare.status).toEqual({ loadBalancer: {} });
  });
});

describe('services', () => {
  const balanced = "may only be used when `type` is 'LoadBalancer'";
  const unset = 'may not be set for ExternalName services';
  const ports = 'must be between 1 and 65535, inclusive';
  const clientIp = 'spec.sessionAffinityConfig.clientIP.timeoutSeconds';

  it.each<[name: string, spec: object, errors: readonly string[]]>([
    ['without ports', { ports: [] }, ['spec.ports: Required value']],
    ['without ports and address', { ports: [], clusterIP: 'None' }, []],
    [
      'with odd ports',
      {
        ports: [
          { name: 'A', port: 70000, protocol: 'ICMP' },
          { name: 'A', port: 1, targetPort: '8' },
          { port: 2, appProtocol: '-' },
        ],
      },
      [
        expect.stringMatching(
          /^spec\.ports\[0\]\.name: Invalid value: "A": a lowercase RFC 1123 label/,
        ),
        `spec.ports[0].port: Invalid value: 70000: ${ports}`,
        'spec.ports[0].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"',
        `spec.ports[0].targetPort: Invalid value: 70000: ${ports}`,
        expect.stringMatching(
          /^spec\.ports\[1\]\.name: Invalid value: "A": a lowercase RFC 1123 label/,
        ),
        'spec.ports[1].name: Duplicate value: "A"',
        'spec.ports[1].targetPort: Invalid value: "8": must contain at least one letter or number (a-z, 0-9)',
        'spec.ports[2].name: Required value',
        expect.stringMatching(/^spec\.ports\[2\]\.appProtocol: Invalid value: "-": name part/),
      ],
    ],
    [
      'with a port twice',
      {
        ports: [
          { name: 'a', port: 1 },
          { name: 'b', port: 1 },
          { name: 'c', port: 1, protocol: 'UDP' },
        ],
      },
      [
        'spec.ports[1]: Duplicate value: core.ServicePort{Name:"", Protocol:"TCP", AppProtocol:(*string)(nil), Port:1, TargetPort:intstr.IntOrString{Type:0, IntVal:0, StrVal:""}, NodePort:0}',
      ],
    ],
    [
      'with a node port twice',
      {
        type: 'NodePort',
        ports: [
          { name: 'a', port: 1, nodePort: 30001 },
          { name: 'b', port: 2, nodePort: 30001 },
        ],
      },
      ['spec.ports[1].nodePort: Duplicate value: 30001'],
    ],
    [
      'of the kubelet',
      { type: 'LoadBalancer', ports: [{ port: 10250 }] },
      [
        'spec.ports[0]: Invalid value: 10250: may not expose port 10250 externally since it is used by kubelet',
      ],
    ],
    [
      'without address on nodes',
      { type: 'NodePort', clusterIP: 'None' },
      [`spec.clusterIPs[0]: Invalid value: "None": may not be set to 'None' for NodePort services`],
    ],
    [
      'with address and a name',
      {
        type: 'ExternalName',
        externalName: 'A.',
        clusterIP: '10.96.0.1',
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
      },
      [
        `spec.clusterIPs: Forbidden: ${unset}`,
        `spec.ipFamilies: Forbidden: ${unset}`,
        `spec.ipFamilyPolicy: Forbidden: ${unset}`,
        expect.stringMatching(
          /^spec\.externalName: Invalid value: "A": a lowercase RFC 1123 subdomain/,
        ),
      ],
    ],
    [
      'of an unknown affinity',
      { sessionAffinity: 'Pod' },
      ['spec.sessionAffinity: Unsupported value: "Pod": supported values: "ClientIP", "None"'],
    ],
    [
      'with too long an affinity',
      {
        sessionAffinity: 'ClientIP',
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 86401 } },
      },
      [`${clientIp}: Invalid value: 86401: must be greater than 0 and less than 86400`],
    ],
    [
      'with odd addresses from outside',
      { externalIPs: ['1.2.3', '127.0.0.1', '198.51.100.1'] },
      [
        'spec.externalIPs[0]: Invalid value: "1.2.3": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
        'spec.externalIPs[1]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      ],
    ],
    [
      'balanced without being load balancers',
      {
        allocateLoadBalancerNodePorts: false,
        loadBalancerClass: 'a.b/c',
        loadBalancerSourceRanges: ['10.0.0.0/33'],
      },
      [
        `spec.LoadBalancerSourceRanges: Forbidden: ${balanced}`,
        'spec.LoadBalancerSourceRanges: Invalid value: "[10.0.0.0/33]": must be a list of IP ranges. For example, 10.240.0.0/24,10.250.0.0/24 ',
        `spec.allocateLoadBalancerNodePorts: Forbidden: ${balanced}`,
        `spec.loadBalancerClass: Forbidden: ${balanced}`,
      ],
    ],
    [
      'with an unknown policy',
      { type: 'NodePort', externalTrafficPolicy: 'Some' },
      [
        'spec.externalTrafficPolicy: Unsupported value: "Some": supported values: "Cluster", "Local"',
      ],
    ],
    [
      'with policies for traffic that does not come',
      { externalTrafficPolicy: 'Some', healthCheckNodePort: 30001, internalTrafficPolicy: 'None' },
      [
        "spec.externalTrafficPolicy: Invalid value: \"Some\": may only be set when `type` is 'NodePort' or 'LoadBalancer'",
        "spec.healthCheckNodePort: Invalid value: 30001: may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
        'spec.internalTrafficPolicy: Unsupported value: "None": supported values: "Cluster", "Local"',
      ],
    ],
  ])('are refused %s', (_, spec, errors) => {
    expect(errorsOf(service, serviceOf(spec))).toEqual(errors);
  });

  const field = 'spec.clusterIPs';

  it.each<[spec: object, error: string]>([
    [
      { clusterIP: '1.2' },
      `${field}[0]: Invalid value: "1.2": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)`,
    ],
    [
      { clusterIP: '10.96.0.1', clusterIPs: ['10.96.0.2'] },
      `${field}: Invalid value: []string{"10.96.0.2"}: first value must match \`clusterIP\``,
    ],
    [
      { clusterIPs: ['10.96.0.2'] },
      `${field}: Invalid value: []string{"10.96.0.2"}: must be empty when \`clusterIP\` is not specified`,
    ],
    [
      { clusterIP: 'None', clusterIPs: ['None', '10.96.0.2'] },
      `${field}: Invalid value: []string{"None", "10.96.0.2"}: 'None' must be the first and only value`,
    ],
    [
      { clusterIP: '10.96.0.1', clusterIPs: ['10.96.0.1', '10.96.0.2'] },
      `${field}: Invalid value: []string{"10.96.0.1", "10.96.0.2"}: may specify no more than one IP for each IP family`,
    ],
    [
      { clusterIP: '10.96.0.1', clusterIPs: ['10.96.0.1', 'fd00::1'] },
      `spec.ipFamilyPolicy: Invalid value: "SingleStack": must be 'RequireDualStack' or 'PreferDualStack' when multiple cluster IPs are specified`,
    ],
    [
      { clusterIP: 'fd00::1' },
      `${field}[0]: Invalid value: []string{"fd00::1"}: IPv6 is not configured on this cluster`,
    ],
    [
      { ipFamilies: ['IPv6'] },
      'spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster',
    ],
    [
      { ipFamilies: ['IPv5'] },
      'spec.ipFamilies[0]: Unsupported value: "IPv5": supported values: "IPv4", "IPv6"',
    ],
    [
      { ipFamilyPolicy: 'Both' },
      'spec.ipFamilyPolicy: Unsupported value: "Both": supported values: "PreferDualStack", "RequireDualStack", "SingleStack"',
    ],
  ])('report the errors in their addresses first: %j', (spec, error) => {
    expect(errorsOf(service, serviceOf({ ...spec, ports: [] }))[0]).toBe(error);
    expect(errorsOf(service, serviceOf({ ...spec, ports: [] }))).not.toContain(
      'spec.ports: Required value',
    );
  });

  it('have names that begin with a letter', () => {
    expect(errorsOf(service, serviceOf({}, { name: '1a' }))).toEqual([
      expect.stringMatching(/^metadata\.name: Invalid value: "1a": a DNS-1035 label/),
    ]);
  });
});
