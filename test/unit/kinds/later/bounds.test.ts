/** Bounds of later releases: features of nodes, users and devices of containers, limits of jobs by index, sources of files. */
import { describe, expect, it } from 'vitest';
import { job, node, pod, profileOf, withGates } from '#kinds';
import { changeErrorsIn, errorsIn } from './release.ts';

describe('a node', () => {
  const told = (status: object): readonly string[] =>
    changeErrorsIn(36, node, {}, { status }, 'status');
  const form =
    "must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes";

  it.each<[features: readonly string[], errors: readonly string[]]>([
    [[], []],
    [['A', 'B', 'B/c', 'Ba/C/d1'], []],
    [['A', 'A'], ['status.declaredFeatures[1]: Duplicate value: "A"']],
    [
      ['B', 'A'],
      ['status.declaredFeatures[1]: Invalid value: "A": list must be sorted alphabetically'],
    ],
    ...['a', 'A/', 'A//b', 'A-b', 'A/1'].map((name): [string[], string[]] => [
      [name],
      [
        `status.declaredFeatures[0]: Invalid value: "${name}": invalid feature name "${name}": ${form}`,
      ],
    ]),
    [['A'.repeat(253)], []],
    [
      ['A'.repeat(254)],
      [
        `status.declaredFeatures[0]: Invalid value: "${'A'.repeat(254)}": invalid feature name "${'A'.repeat(254)}": must be no more than 253 characters`,
      ],
    ],
  ])('declares features: %j', (declaredFeatures, errors) => {
    expect(told({ declaredFeatures })).toEqual(errors);
  });

  it.each([
    [1, []],
    [0, ['metadata.nodeSwapStatus.capacity: Invalid value: 0: must be greater than zero']],
    [-1, ['metadata.nodeSwapStatus.capacity: Invalid value: -1: must be greater than zero']],
  ])('has a swap of %i', (capacity, errors) => {
    expect(errorsIn(36, node, { status: { nodeInfo: { swap: { capacity } } } })).toEqual(errors);
  });
});

describe('the status of a container', () => {
  const container = {
    ...{ name: 'c', image: 'i' },
    resources: {
      requests: { 'a.b/gpu': '1' },
      limits: { 'a.b/gpu': '1' },
      claims: [{ name: 'x' }, { name: 'y', request: 'r' }],
    },
  };
  const spec = {
    containers: [container],
    initContainers: [{ name: 'i', image: 'i' }],
    resourceClaims: [
      { name: 'x', resourceClaimName: 'x' },
      { name: 'y', resourceClaimName: 'y' },
    ],
  };
  const told = (statuses: object, more: object = {}): readonly string[] => {
    const of = { spec: { ...spec, ...more } };
    const status = { qosClass: 'BestEffort', ...statuses };
    return changeErrorsIn(35, pod, of, { ...of, status }, 'status');
  };
  const about = (parts: object) => ({ containerStatuses: [{ name: 'c', ...parts }] });
  const users = (linux: object) => about({ user: { linux } });
  const at = 'status.containerStatuses[0]';

  it('names users within the bounds of the system', () => {
    expect(told(users({ uid: 0, gid: 2147483647, supplementalGroups: [1] }))).toEqual([]);
    expect(told(users({ uid: -1, gid: 0 }))).toEqual([
      expect.stringMatching(
        /^status\.containerStatuses\[0\]\.user\.linux\.uid: Invalid value: -1: /,
      ),
    ]);
    expect(told(users({ uid: 0, gid: 2147483648 }))).toEqual([
      expect.stringMatching(/user\.linux\.gid: Invalid value: 2147483648: /),
    ]);
    expect(told(users({ uid: 0, gid: 0, supplementalGroups: [1, -1] }))).toEqual([
      expect.stringMatching(/user\.linux\.supplementalGroups\[1\]: Invalid value: -1: /),
    ]);
  });

  it('names none for Windows', () => {
    expect(told(users({ uid: 1, gid: 1 }), { os: { name: 'windows' } })).toEqual([
      `${at}.user.linux: Forbidden: cannot be set for a windows pod`,
    ]);
  });

  const devices = (name: string, resources: readonly object[] = []) =>
    about({ allocatedResourcesStatus: [{ name, resources }] });
  const place = `${at}.allocatedResourcesStatus[0]`;

  it.each(['a.b/gpu', 'claim:x', 'claim:y/r'])('reports about %s, which it asks for', (name) => {
    expect(told(devices(name))).toEqual([]);
  });

  it.each(['claim:y', 'claim:x/r', 'claim:z'])('does not report about %s', (name) => {
    expect(told(devices(name))).toEqual([
      expect.stringContaining(
        `${place}.name: Invalid value: "${name}": must match one of the container's resource claims `,
      ),
    ]);
  });

  it('reports about no resource that it does not request', () => {
    expect(told(devices('a.b/tpu'))).toEqual([
      `${place}.name: Invalid value: "a.b/tpu": must match one of the container's resource requests`,
    ]);
  });

  it('reports the health of each device once', () => {
    const device = (resourceID: string, health = 'Healthy') => ({ resourceID, health });
    expect(told(devices('a.b/gpu', [device('1'), device('2', 'Unhealthy')]))).toEqual([]);
    expect(told(devices('a.b/gpu', [device('1'), device('1')]))).toEqual([
      `${place}.resources[1].resourceID: Duplicate value: "1"`,
    ]);
    expect(told(devices('a.b/gpu', [device('1', 'Fine')]))).toEqual([
      expect.stringContaining(`${place}.resources[0].health: Unsupported value: "Fine"`),
    ]);
  });

  it('reports about no devices of init containers that do not ask, and of ephemeral ones', () => {
    const init = [{ name: 'i', allocatedResourcesStatus: [{ name: 'a.b/gpu' }] }];
    expect(told({ initContainerStatuses: init })).toEqual([
      'status.initContainerStatuses[0].allocatedResourcesStatus[0].name: Invalid value: "a.b/gpu": must match one of the container\'s resource requests',
    ]);
    expect(told({ ephemeralContainerStatuses: init })).toEqual([
      'status.ephemeralContainerStatuses[0].allocatedResourcesStatus: Forbidden: must not be specified in container status',
    ]);
  });
});

describe('a job with limits by index', () => {
  const told = (parts: object): readonly string[] => {
    const containers = [{ name: 'c', image: 'i' }];
    const template = { spec: { restartPolicy: 'Never', containers } };
    const spec = { completionMode: 'Indexed', completions: 5, parallelism: 1, template, ...parts };
    return errorsIn(34, job, { metadata: { uid: 'u' }, spec }).filter(
      (error) => !error.startsWith('spec.selector'),
    );
  };
  const invalid = (field: string, value: number, why: string) =>
    `spec.${field}: Invalid value: ${value}: must be less than or equal to ${why}`;
  const many = { completions: 100_001, backoffLimitPerIndex: 1 };
  const with_ = 'when completions are above 100000 and used with backoff limit per index';

  it.each<[parts: object, errors: readonly string[]]>([
    [{ backoffLimitPerIndex: 1, maxFailedIndexes: 5 }, []],
    [
      { backoffLimitPerIndex: 1, maxFailedIndexes: 6 },
      [invalid('maxFailedIndexes', 6, 'completions')],
    ],
    [
      { maxFailedIndexes: 5 },
      ['spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified'],
    ],
    [{ completions: 100_000, backoffLimitPerIndex: 1, maxFailedIndexes: 100_000 }, []],
    [{ completions: 100_001 }, []],
    [
      many,
      ['spec.maxFailedIndexes: Required value: must be specified when completions is above 100000'],
    ],
    [{ ...many, maxFailedIndexes: 10_000, parallelism: 10_000 }, []],
    [
      { ...many, maxFailedIndexes: 10_000, parallelism: 10_001 },
      [invalid('parallelism', 10_001, `10000 ${with_}`)],
    ],
    [
      { ...many, maxFailedIndexes: 10_001 },
      [invalid('maxFailedIndexes', 10_001, `10000 ${with_}`)],
    ],
    [
      { ...many, maxFailedIndexes: 100_001 },
      [
        invalid('maxFailedIndexes', 100_001, '100000'),
        invalid('maxFailedIndexes', 100_001, `10000 ${with_}`),
      ],
    ],
    [
      { completionMode: 'NonIndexed', backoffLimitPerIndex: 1 },
      ['spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode'],
    ],
  ])('%j: %j', (parts, errors) => {
    expect(told(parts)).toEqual(errors);
  });
});

describe('files of a pod come', () => {
  const release = withGates(profileOf(36), {
    PodCertificateRequest: true,
    ...{ ClusterTrustBundle: true, ClusterTrustBundleProjection: true },
  });
  const field = 'spec.volumes[0].projected.sources[0]';
  const told = (source: object): readonly string[] => {
    const volumes = [{ name: 'v', projected: { sources: [source] } }];
    const containers = [{ name: 'c', image: 'i' }];
    return errorsIn(release, pod, { spec: { volumes, containers } }).map((error) =>
      error.replace(field, ''),
    );
  };
  const bundle = (parts: object) => told({ clusterTrustBundle: { path: 'p', ...parts } });

  it('from bundles of certificates by name, or by signer and labels', () => {
    const labelSelector = { matchLabels: { a: 'b' } };
    expect(bundle({ name: 'a' })).toEqual([]);
    expect(bundle({ name: 'a.b:c:d' })).toEqual([]);
    expect(bundle({ signerName: 'a.b/c' })).toEqual([]);
    expect(bundle({ signerName: 'a.b/c', labelSelector })).toEqual([]);
    const at = '.clusterTrustBundle';
    expect(bundle({})).toEqual([
      `${at}: Required value: either name or signerName must be specified`,
    ]);
    expect(bundle({ name: 'a', signerName: 'a.b/c' })).toEqual([
      expect.stringMatching(/only one of name and signerName may be used$/),
    ]);
    expect(bundle({ name: 'a', labelSelector })).toEqual([
      expect.stringMatching(/labelSelector must be unset if name is specified$/),
    ]);
    expect(bundle({ name: 'a:B' })).toEqual([
      expect.stringContaining(
        `${at}.name: Invalid value: "a:B": not a valid clustertrustbundlename: `,
      ),
    ]);
    expect(bundle({ signerName: '' })[0]).toBe(
      `${at}.signerName: Required value: must be a valid signer name`,
    );
    expect(bundle({ name: '' })[0]).toBe(`${at}.name: Required value: must be a valid object name`);
    expect(bundle({ name: 'a', path: '' })[0]).toBe(`${at}.path: Required value`);
  });

  const certificate = (parts: object) =>
    told({
      podCertificate: {
        ...{ signerName: 'a.b/c', keyType: 'ED25519', credentialBundlePath: 'p' },
        ...parts,
      },
    }).map((error) => error.replace('.podCertificate.', ''));
  const seconds = 'maxExpirationSeconds: Invalid value: ';

  it.each<[parts: object, errors: readonly string[]]>([
    [{}, []],
    [{ maxExpirationSeconds: 3600 }, []],
    [
      { maxExpirationSeconds: 3599 },
      [`${seconds}3599: if provided, maxExpirationSeconds must be >= 3600`],
    ],
    [{ maxExpirationSeconds: 7_862_400 }, []],
    [
      { maxExpirationSeconds: 7_862_401 },
      [`${seconds}7862401: if provided, maxExpirationSeconds must be <= 7862400`],
    ],
    [{ signerName: 'x.kubernetes.io/c', maxExpirationSeconds: 86_400 }, []],
    [
      { signerName: 'kubernetes.io/c', maxExpirationSeconds: 86_401 },
      [`${seconds}86401: if provided, maxExpirationSeconds must be <= 86400`],
    ],
  ])('from certificates of their own: %j', (parts, errors) => {
    expect(certificate(parts)).toEqual(errors);
  });
});
