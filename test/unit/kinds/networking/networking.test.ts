import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import type { Ingress, IngressClass, NetworkPolicy } from '#types';
import { ingressClass } from '../../../../src/kinds/networking/ingress-class.ts';
import { ingress } from '../../../../src/kinds/networking/ingress.ts';
import { networkPolicy } from '../../../../src/kinds/networking/network-policy.ts';
import { created, errorsOf, messages, updateErrorsOf } from '../samples.ts';

const metadata = { name: 'a', namespace: 'default' };
const wildcard =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

describe('ingresses', () => {
  const service = { name: 's', port: { number: 80 } };
  const path = { path: '/', pathType: 'Prefix', backend: { service } };
  const ingressOf = (spec: object = {}, rest: object = {}): Ingress =>
    ({ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata, spec, ...rest }) as never;
  const withRule = (rule: object): Ingress => ingressOf({ rules: [rule] });
  const withPath = (parts: object): Ingress =>
    withRule({ http: { paths: [{ ...path, ...parts }] } });
  const at = 'spec.rules[0].http.paths[0]';
  const cell = (name: string, object: Ingress): unknown =>
    ingress.table.columns.find((column) => column.name === name)!.cell(object, 0);

  it('start without addresses', () => {
    const made = created(ingress, ingressOf({}, { status: { loadBalancer: { ingress: [{}] } } }));
    expect(made.status).toEqual({ loadBalancer: {} });
    expect(ingress.rules.defaults!(made, defaultProfile)).toBe(made);
  });

  it.each<[what: string, object: Ingress, errors: readonly string[]]>([
    [
      'nothing',
      ingressOf(),
      [
        'spec: Invalid value: []networking.IngressRule(nil): either `defaultBackend` or `rules` must be specified',
      ],
    ],
    ['a default backend', ingressOf({ defaultBackend: { service } }), []],
    [
      'two backends in one',
      ingressOf({ defaultBackend: { service, resource: { kind: 'A', name: 'b' } } }),
      ['spec.defaultBackend: Invalid value: "": cannot set both resource and service backends'],
    ],
    [
      'a resource that is not named',
      ingressOf({ defaultBackend: { resource: { apiGroup: 'A_', kind: 'a/b' } } }),
      [
        `spec.defaultBackend.resource.apiGroup: Invalid value: "A_": ${messages.subdomain}`,
        'spec.defaultBackend.resource.kind: Invalid value: "a/b": may not contain \'/\'',
        'spec.defaultBackend.resource.name: Required value: name is required',
      ],
    ],
    [
      'an address as a host',
      withRule({ host: '10.0.0.1' }),
      ['spec.rules[0].host: Invalid value: "10.0.0.1": must be a DNS name, not an IP address'],
    ],
    ['a wildcard', withRule({ host: '*.example.com' }), []],
    [
      'a wildcard in the middle',
      withRule({ host: 'a.*.com' }),
      [`spec.rules[0].host: Invalid value: "a.*.com": ${wildcard}`],
    ],
    ['no paths', withRule({ http: {} }), ['spec.rules[0].http.paths: Required value']],
    [
      'no path type',
      withPath({ pathType: undefined, backend: {} }),
      [`${at}.pathType: Required value: pathType must be specified`],
    ],
    [
      'an unknown path type',
      withPath({ pathType: 'Regex', path: 'x' }),
      [
        `${at}.pathType: Unsupported value: "Regex": supported values: "Exact", "ImplementationSpecific", "Prefix"`,
      ],
    ],
    [
      'a relative path',
      withPath({ path: 'a//b/..' }),
      [
        `${at}.path: Invalid value: "a//b/..": must be an absolute path`,
        `${at}.path: Invalid value: "a//b/..": must not contain '//'`,
        `${at}.path: Invalid value: "a//b/..": cannot end with '/..'`,
      ],
    ],
    [
      'no path for a prefix',
      withPath({ path: '' }),
      [`${at}.path: Invalid value: "": must be an absolute path`],
    ],
    ['a path of its own kind', withPath({ pathType: 'ImplementationSpecific', path: '' }), []],
    [
      'a relative path of its own kind',
      withPath({ pathType: 'ImplementationSpecific', path: 'a//b' }),
      [`${at}.path: Invalid value: "a//b": must be an absolute path`],
    ],
    [
      'no backend',
      withPath({ backend: undefined }),
      [`${at}.backend: Invalid value: "": resource or service backend is required`],
    ],
    [
      'a service without name and port',
      withPath({ backend: { service: {} } }),
      [
        `${at}.backend.service.name: Required value`,
        `${at}.backend: Required value: port name or number is required`,
      ],
    ],
    [
      'a port with a name and a number',
      withPath({ backend: { service: { name: 's', port: { name: 'a', number: 1 } } } }),
      [`${at}.backend: Invalid value: "": cannot set both port name & port number`],
    ],
    [
      'bad ports',
      ingressOf({
        rules: [
          {
            http: {
              paths: [{ ...path, backend: { service: { name: 's', port: { number: 65536 } } } }],
            },
          },
          {
            http: {
              paths: [{ ...path, backend: { service: { name: 's', port: { name: '-' } } } }],
            },
          },
        ],
      }),
      [
        `${at}.backend.service.port.number: Invalid value: 65536: must be between 1 and 65535, inclusive`,
        'spec.rules[1].http.paths[0].backend.service.port.name: Invalid value: "-": must contain at least one letter or number (a-z, 0-9)',
        'spec.rules[1].http.paths[0].backend.service.port.name: Invalid value: "-": must not begin or end with a hyphen',
      ],
    ],
    [
      'bad names for TLS',
      ingressOf({
        defaultBackend: { service },
        tls: [{}, { hosts: ['*.a', 'b_'], secretName: 'S_' }],
      }),
      [
        `spec.tls[1].hosts[1]: Invalid value: "b_": ${messages.subdomain}`,
        `spec.tls[1].secretName: Invalid value: "S_": ${messages.subdomain}`,
      ],
    ],
    [
      'a class in both ways',
      ingressOf(
        { defaultBackend: { service }, ingressClassName: 'nginx' },
        { metadata: { ...metadata, annotations: { 'kubernetes.io/ingress.class': 'x' } } },
      ),
      [
        'annotations.kubernetes.io/ingress.class: Invalid value: "x": can not be set when the class field is also set',
      ],
    ],
    [
      'a class with a bad name',
      ingressOf({ defaultBackend: { service }, ingressClassName: 'N_' }),
      [`spec.ingressClassName: Invalid value: "N_": ${messages.subdomain}`],
    ],
  ])('with %s', (_, object, errors) => {
    expect(errorsOf(ingress, object)).toEqual(errors);
  });

  it('keep what older versions accepted', () => {
    const old = created(
      ingress,
      ingressOf({ rules: [{ host: '*.a', http: {} }], tls: [{ secretName: 'S_' }] }),
    );
    expect(errorsOf(ingress, old)).toHaveLength(2);
    const next = ingressOf({
      rules: [{ host: '*.a', http: {} }, { http: {} }],
      tls: [{ secretName: 'T_' }],
    });
    expect(updateErrorsOf(ingress, next, old)).toEqual([
      'spec.rules[1].http.paths: Required value',
    ]);
    const fine = created(ingress, ingressOf({ defaultBackend: { service } }));
    expect(updateErrorsOf(ingress, next, fine)).toHaveLength(3);
  });

  it('may have the old annotation beside the class once they exist', () => {
    const both = ingressOf(
      { defaultBackend: { service }, ingressClassName: 'nginx' },
      { metadata: { ...metadata, annotations: { 'kubernetes.io/ingress.class': 'x' } } },
    );
    expect(updateErrorsOf(ingress, both, created(ingress, both))).toEqual([]);
  });

  it.each<[hosts: readonly string[], text: string]>([
    [[], '*'],
    [[''], '*'],
    [['a', '', 'b', 'c'], 'a,b,c'],
    [['a', 'b', 'c', ''], 'a,b,c + 1 more...'],
    [['', 'a', 'b', 'c', 'd'], 'a,b,c + 2 more...'],
  ])('show the hosts %j as %s', (hosts, text) => {
    expect(cell('Hosts', ingressOf({ rules: hosts.map((host) => ({ host })) }))).toBe(text);
  });

  it('show their class, ports and addresses', () => {
    const addresses = [{ ip: '10.0.0.2' }, { hostname: 'b.com' }, { ip: '10.0.0.1' }];
    const status = { loadBalancer: { ingress: addresses } };
    const object = ingressOf({ tls: [{}], ingressClassName: 'nginx' }, { status });
    expect(cell('Class', object)).toBe('nginx');
    expect(cell('Ports', object)).toBe('80, 443');
    expect(cell('Address', object)).toBe('10.0.0.1,10.0.0.2,b.com');
    expect(cell('Class', ingressOf())).toBe('<none>');
    expect(cell('Ports', ingressOf())).toBe('80');
  });
});

describe('ingress classes', () => {
  const classOf = (spec: object): IngressClass =>
    ({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'IngressClass',
      metadata: { name: 'a' },
      spec,
    }) as never;
  const parametersOf = (parameters: object): IngressClass =>
    classOf({ controller: 'a.io/b', parameters: { kind: 'K', name: 'n', ...parameters } });

  it('have parameters for the cluster by default', () => {
    const made = created(ingressClass, parametersOf({}));
    expect(made.spec.parameters).toEqual({ kind: 'K', name: 'n', scope: 'Cluster' });
    expect(ingressClass.rules.defaults!(made, defaultProfile)).toBe(made);
  });

  it.each<[what: string, object: IngressClass, errors: readonly string[]]>([
    ['no controller', classOf({}), ['spec.controller: Required value']],
    ...['a', '/b', 'a/'].map((controller): [string, IngressClass, string[]] => [
      `controller ${controller}`,
      classOf({ controller }),
      [
        `spec.controller: Invalid value: "${controller}": must be a domain-prefixed path (such as "acme.io/foo")`,
      ],
    ]),
    [
      'a bad domain and a bad path',
      classOf({ controller: 'A_/b c' }),
      [
        `spec.controller: Invalid value: "A_": ${messages.subdomain}`,
        `spec.controller: Invalid value: "b c": Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')`,
      ],
    ],
    [
      'a long controller',
      classOf({ controller: `a.io/${'b'.repeat(246)}` }),
      ['spec.controller: Too long: must have at most 250 bytes'],
    ],
    [
      'parameters of an unknown scope',
      parametersOf({ scope: 'Galaxy' }),
      [
        'spec.parameters.scope: Unsupported value: "Galaxy": supported values: "Cluster", "Namespace"',
      ],
    ],
    [
      'parameters of the cluster with a namespace',
      parametersOf({ namespace: 'n' }),
      ["spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'"],
    ],
    [
      'parameters of a namespace without one',
      parametersOf({ scope: 'Namespace' }),
      ["spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'"],
    ],
    [
      'parameters of a namespace with a bad name',
      parametersOf({ scope: 'Namespace', namespace: 'N_' }),
      [`spec.parameters.namespace: Invalid value: "N_": ${messages.label}`],
    ],
  ])('with %s', (_, object, errors) => {
    expect(errorsOf(ingressClass, object)).toEqual(errors);
  });

  it('keep their controller', () => {
    const old = created(ingressClass, classOf({ controller: 'a.io/b' }));
    expect(updateErrorsOf(ingressClass, classOf({ controller: 'a.io/c' }), old)).toEqual([
      'spec.controller: Invalid value: "a.io/c": field is immutable',
    ]);
  });

  it('show their parameters', () => {
    const { cell } = ingressClass.table.columns.find(({ name }) => name === 'Parameters')!;
    expect(cell(classOf({}), 0)).toBe('<none>');
    expect(cell(parametersOf({}), 0)).toBe('K/n');
    expect(cell(parametersOf({ apiGroup: 'g.io' }), 0)).toBe('K.g.io/n');
  });
});

describe('network policies', () => {
  const policyOf = (spec: object = {}, rest: object = {}): NetworkPolicy =>
    ({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata,
      spec: { podSelector: {}, ...spec },
      ...rest,
    }) as never;
  const withPort = (port: object): NetworkPolicy => policyOf({ ingress: [{ ports: [port] }] });
  const withPeer = (peer: object): NetworkPolicy => policyOf({ egress: [{ to: [peer] }] });
  const port = 'spec.ingress[0].ports[0]';
  const peer = 'spec.egress[0].to[0]';

  it.each<[spec: object, types: readonly string[]]>([
    [{}, ['Ingress']],
    [{ egress: [{}] }, ['Ingress', 'Egress']],
    [{ egress: [{}], policyTypes: ['Egress'] }, ['Egress']],
  ])('with %j have the types %j', (spec, types) => {
    const made = created(networkPolicy, policyOf(spec));
    expect(made.spec.policyTypes).toEqual(types);
    expect(networkPolicy.rules.defaults!(made, defaultProfile)).toBe(made);
  });

  it('are about TCP by default', () => {
    const made = created(
      networkPolicy,
      policyOf({ ingress: [{ ports: [{ port: 1 }] }], egress: [{ ports: [{}] }] }),
    );
    expect(made.spec.ingress).toEqual([{ ports: [{ port: 1, protocol: 'TCP' }] }]);
    expect(made.spec.egress).toEqual([{ ports: [{ protocol: 'TCP' }] }]);
  });

  it.each<[what: string, object: NetworkPolicy, errors: readonly string[]]>([
    ['a range of ports', withPort({ port: 1, endPort: 1 }), []],
    [
      'a range from high to low',
      withPort({ port: 80, endPort: 79 }),
      [`${port}.endPort: Invalid value: 80: must be greater than or equal to \`port\``],
    ],
    [
      'ports out of range',
      withPort({ port: 0, endPort: 65536 }),
      [
        `${port}.port: Invalid value: 0: must be between 1 and 65535, inclusive`,
        `${port}.endPort: Invalid value: 65536: must be between 1 and 65535, inclusive`,
      ],
    ],
    [
      'a range from a name',
      withPort({ port: 'dns', endPort: 1 }),
      [`${port}.endPort: Invalid value: 1: may not be specified when \`port\` is non-numeric`],
    ],
    [
      'a range from nowhere',
      withPort({ endPort: 1 }),
      [`${port}.endPort: Invalid value: 1: may not be specified when \`port\` is not specified`],
    ],
    [
      'an unknown protocol and a bad name',
      withPort({ protocol: 'ICMP', port: 'a--b' }),
      [
        `${port}.protocol: Unsupported value: "ICMP": supported values: "TCP", "UDP", "SCTP"`,
        `${port}.port: Invalid value: "a--b": must not contain consecutive hyphens`,
      ],
    ],
    ['no peer', withPeer({}), [`${peer}: Required value: must specify a peer`]],
    ['peers by two selectors', withPeer({ podSelector: {}, namespaceSelector: {} }), []],
    [
      'a block and a selector',
      withPeer({ podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } }),
      [`${peer}: Forbidden: may not specify both ipBlock and another peer`],
    ],
    ['an empty block', withPeer({ ipBlock: {} }), [`${peer}.ipBlock.cidr: Required value`]],
    [
      'a bad block',
      withPeer({ ipBlock: { cidr: '10.0.0.0', except: ['x'] } }),
      [`${peer}.ipBlock.cidr: Invalid value: "10.0.0.0": not a valid CIDR`],
    ],
    [
      'parts outside of the block',
      withPeer({
        ipBlock: {
          cidr: '10.32.0.0/12',
          except: ['10.47.0.0/16', '10.48.0.0/16', '10.32.0.0/12', 'fe80::/64', 'x', '10.0.0.0/8'],
        },
      }),
      [
        ...['10.48.0.0/16', '10.32.0.0/12', 'fe80::/64'].map(
          (text, index) =>
            `${peer}.ipBlock.except[${index + 1}]: Invalid value: "${text}": must be a strict subset of \`cidr\``,
        ),
        `${peer}.ipBlock.except[4]: Invalid value: "x": not a valid CIDR`,
      ],
    ],
    [
      'an unknown type',
      policyOf({ policyTypes: ['Both'] }),
      ['spec.policyTypes[0]: Unsupported value: "Both": supported values: "Ingress", "Egress"'],
    ],
    [
      'too many types',
      policyOf({ policyTypes: ['A', 'B', 'C'] }),
      [
        'spec.policyTypes: Invalid value: []networking.PolicyType{"A", "B", "C"}: may not specify more than two policyTypes',
      ],
    ],
    [
      'a bad selector',
      policyOf({ podSelector: { matchExpressions: [{ key: 'a', operator: 'Is' }] } }),
      [
        'spec.podSelector.matchExpressions[0].operator: Invalid value: "Is": not a valid selector operator',
      ],
    ],
  ])('with %s', (_, object, errors) => {
    expect(errorsOf(networkPolicy, object)).toEqual(errors);
    // v1.24 checks an update twice.
    const old = created(networkPolicy, policyOf());
    expect(updateErrorsOf(networkPolicy, object, old)).toEqual([...errors, ...errors]);
  });

  it('have a status that can only be removed', () => {
    const { prepare } = networkPolicy.subresources!['status']!.part!;
    const context = undefined as never;
    const conditions = [{ type: 'A' }];
    const old = policyOf({}, { status: { conditions } });
    expect(prepare!(policyOf({}, { status: { conditions: [{}] } }), old, context).status).toBe(
      old.status,
    );
    expect(prepare!(policyOf({}, { status: {} }), old, context).status).toEqual({});
  });
});
