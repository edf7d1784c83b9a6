/** Server-side apply, as a v1.24 server does it. */
import fc from 'fast-check';
import {
  daemonSet,
  horizontalPodAutoscaler,
  horizontalPodAutoscalerV1,
  pod,
  type ApiError,
  type DaemonSet,
  type KubeObject,
} from '#kinds';
import type { RequestContext } from '#api';
import { beforeEach, describe, expect, test } from 'vitest';
import { apiRig, refusal, type ApiRig } from '../../../support/api.ts';

const ref = { namespace: 'default', name: 'x' };

const as = (fieldManager: string, parts: Partial<RequestContext> = {}): RequestContext => ({
  origin: { actor: 'test' },
  fieldManager,
  ...parts,
});

interface Options {
  readonly force?: boolean;
  readonly endpoint?: string;
  readonly context?: Partial<RequestContext>;
}

let rig: ApiRig;
beforeEach(async () => {
  rig = await apiRig();
});

const body = (parts: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  ...parts,
  metadata: { name: 'x', ...(parts as { metadata?: object }).metadata },
});

function applyBody(manager: string, whole: unknown, options: Options = {}) {
  const { force = false, endpoint, context } = options;
  const change = { type: 'apply', body: whole, force } as const;
  return rig.api.patch(as(manager, context), daemonSet, ref, change, endpoint);
}

async function apply(manager: string, parts: object, options: Options = {}): Promise<DaemonSet> {
  return (await applyBody(manager, body(parts), options)).object;
}

const refused = (manager: string, parts: object, options?: Options): Promise<ApiError> =>
  refusal(apply(manager, parts, options));

async function update(manager: string, patch: object): Promise<DaemonSet> {
  const change = { type: 'merge', body: patch } as const;
  return (await rig.api.patch(as(manager), daemonSet, ref, change)).object;
}

/** A whole DaemonSet, with parts of its only container. */
const whole = (container: object = {}, spec: object = {}) => ({
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: {
      metadata: { labels: { a: 'b' } },
      spec: { containers: [{ name: 'main', image: 'm:1', ...container }] },
    },
    ...spec,
  },
});
const wholeFields = {
  'f:spec': {
    'f:selector': {},
    'f:template': {
      'f:metadata': { 'f:labels': { 'f:a': {} } },
      'f:spec': {
        'f:containers': { 'k:{"name":"main"}': { '.': {}, 'f:image': {}, 'f:name': {} } },
      },
    },
  },
};
const side = { name: 'side', image: 's:1', ports: [{ containerPort: 80 }] };
const withSide = { spec: { template: { spec: { containers: [side] } } } };
const labels = (given: Record<string, string> | null) => ({ metadata: { labels: given } });

function owned(object: KubeObject): Record<string, unknown> {
  const entries = object.metadata.managedFields ?? [];
  return Object.fromEntries(
    entries.map(({ manager, operation, subresource, fieldsV1 }) => [
      [manager, operation, subresource].filter(Boolean).join(' '),
      fieldsV1,
    ]),
  );
}

const labelFields = (...names: readonly string[]) => ({
  'f:metadata': {
    'f:labels': Object.fromEntries(names.map((name) => [`f:${name}`, {}])),
  },
});

const names = ({ spec }: DaemonSet) => spec.template.spec.containers.map(({ name }) => name);

describe('applying', () => {
  test('creates what does not exist, and owns what it says, not the defaults', async () => {
    const { object, created } = await applyBody('alice', body(whole()));
    expect(created).toBe(true);
    expect(owned(object)).toEqual({ 'alice Apply': wholeFields });
    expect(object.spec.revisionHistoryLimit).toBe(10);
  });

  test('the same again changes nothing, at any time', async () => {
    const first = await apply('alice', { ...whole(), ...labels({ a: '1' }) });
    await rig.clock.advanceBy(5000);
    expect(await apply('alice', { ...whole(), ...labels({ a: '1' }) })).toBe(first);
  });

  test('the same in other words changes nothing either', async () => {
    const first = await apply('alice', whole({ resources: { limits: { cpu: '1000m' } } }));
    await rig.clock.advanceBy(5000);
    expect(await apply('alice', whole({ resources: { limits: { cpu: '1000m' } } }))).toBe(first);
  });

  test('what others say as well is owned by both', async () => {
    await apply('alice', { ...whole(), ...labels({ a: '1' }) });
    await rig.clock.advanceBy(1000);
    const object = await apply('bob', labels({ a: '1' }));
    expect(owned(object)).toEqual({
      'alice Apply': { ...wholeFields, ...labelFields('a') },
      'bob Apply': labelFields('a'),
    });
    expect(object.metadata.managedFields?.map(({ time }) => time)).toEqual([
      '2026-11-20T20:00:00Z',
      '2026-11-20T20:00:01Z',
    ]);
  });

  test('a dry run stores nothing', async () => {
    const object = await apply('alice', whole(), { context: { dryRun: true } });
    expect(object.metadata.resourceVersion).toBeUndefined();
    expect((await refusal(rig.api.get(daemonSet, ref))).code).toBe(404);
  });
});

describe('what is no longer applied', () => {
  test('goes, and a default comes back', async () => {
    await apply('alice', whole({}, { revisionHistoryLimit: 3, minReadySeconds: 5 }));
    const { spec } = await apply('alice', whole());
    expect(spec.revisionHistoryLimit).toBe(10);
    expect(spec).not.toHaveProperty('minReadySeconds');
  });

  test('goes from maps key by key, then as a whole', async () => {
    await apply('alice', { ...whole(), ...labels({ a: '1', b: '2' }) });
    const fewer = await apply('alice', { ...whole(), ...labels({ b: '2' }) });
    expect(fewer.metadata.labels).toEqual({ b: '2' });
    const none = await apply('alice', whole());
    expect(none.metadata).not.toHaveProperty('labels');
  });

  test('goes from lists with all that is in it', async () => {
    await apply('alice', whole());
    expect(names(await apply('bob', withSide))).toEqual(['main', 'side']);
    const object = await apply('bob', {});
    expect(names(object)).toEqual(['main']);
    expect(owned(object)).toEqual({ 'alice Apply': wholeFields });
  });

  test('stays while others own it', async () => {
    await apply('alice', { ...whole(), ...labels({ a: '1' }) });
    await apply('bob', labels({ a: '1' }));
    const kept = await apply('alice', whole());
    expect(kept.metadata.labels).toEqual({ a: '1' });
    expect(owned(kept)).toEqual({ 'alice Apply': wholeFields, 'bob Apply': labelFields('a') });
    expect((await apply('bob', {})).metadata).not.toHaveProperty('labels');
  });

  test('stays when an update has taken it', async () => {
    await apply('alice', { ...whole(), ...labels({ a: '1' }) });
    await update('bob', labels({ a: '2' }));
    const object = await apply('alice', whole());
    expect(object.metadata.labels).toEqual({ a: '2' });
    expect(owned(object)).toEqual({ 'alice Apply': wholeFields, 'bob Update': labelFields('a') });
  });

  test('takes nothing along that was never applied', async () => {
    await apply('alice', { ...whole(), ...labels({ a: '1' }) });
    await update('bob', labels({ b: '1' }));
    expect((await apply('alice', whole())).metadata.labels).toEqual({ b: '1' });
  });
});

describe('lists with keys', () => {
  test('keep the order in which they are applied', async () => {
    await apply('alice', whole());
    await apply('bob', withSide);
    const both = [{ name: 'first', image: 'f' }, side, { name: 'main', image: 'm:1' }];
    const spec = { template: { spec: { containers: both } } };
    expect(names(await apply('carol', { spec }))).toEqual(['first', 'side', 'main']);
  });

  test('know elements by the defaults of their keys', async () => {
    const object = await apply('alice', whole({ ports: [{ containerPort: 80 }] }));
    const [entry] = object.metadata.managedFields!;
    expect(JSON.stringify(entry?.fieldsV1)).toContain(
      JSON.stringify('k:{"containerPort":80,"protocol":"TCP"}'),
    );
    const named = whole({ ports: [{ containerPort: 80, protocol: 'TCP', name: 'web' }] });
    const { spec } = await apply('alice', named);
    expect(spec.template.spec.containers[0]?.ports).toEqual([
      { containerPort: 80, protocol: 'TCP', name: 'web' },
    ]);
  });
});

describe('conflicts', () => {
  beforeEach(async () => {
    await apply('alice', { ...whole({}, { minReadySeconds: 5 }), ...labels({ a: '1' }) });
  });

  const cause = (message: string, field: string) => ({
    reason: 'FieldManagerConflict',
    message,
    field,
  });

  test('one', async () => {
    const error = await refused('bob', labels({ a: '2' }));
    expect(error.status).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'Apply failed with 1 conflict: conflict with "alice": .metadata.labels.a',
      reason: 'Conflict',
      details: { causes: [cause('conflict with "alice"', '.metadata.labels.a')] },
      code: 409,
    });
  });

  test('several, with several', async () => {
    await update('editor', { spec: { revisionHistoryLimit: 4 } });
    const error = await refused('bob', {
      ...whole({ image: 'm:2' }, { revisionHistoryLimit: 3, minReadySeconds: 6 }),
      ...labels({ a: '2' }),
    });
    expect(error.message).toBe(
      'Apply failed with 4 conflicts: conflicts with "alice":\n' +
        '- .metadata.labels.a\n' +
        '- .spec.minReadySeconds\n' +
        '- .spec.template.spec.containers[name="main"].image\n' +
        'conflicts with "editor" using apps/v1:\n' +
        '- .spec.revisionHistoryLimit',
    );
    expect(error.details?.causes).toHaveLength(4);
  });

  test('force takes what is in conflict, and no more', async () => {
    const object = await apply('bob', labels({ a: '2' }), { force: true });
    expect(object.metadata.labels).toEqual({ a: '2' });
    expect(owned(object)).toMatchObject({ 'bob Apply': labelFields('a') });
    expect(owned(object)['alice Apply']).not.toHaveProperty('f:metadata');
    expect((await refused('alice', { ...whole(), ...labels({ a: '3' }) })).code).toBe(409);
  });

  test('an update takes what it changes without asking', async () => {
    const object = await update('editor', labels({ a: '2' }));
    expect(owned(object)).toMatchObject({ 'editor Update': labelFields('a') });
    const error = await refused('alice', { ...whole(), ...labels({ a: '1' }) });
    expect(error.message).toBe(
      'Apply failed with 1 conflict: conflict with "editor" using apps/v1: .metadata.labels.a',
    );
  });

  test('atomic lists are in conflict as a whole', async () => {
    const tolerations = (key: string) => ({
      spec: { template: { spec: { tolerations: [{ key, operator: 'Exists' }] } } },
    });
    await apply('bob', tolerations('a'));
    expect((await refused('carol', tolerations('b'))).message).toContain(
      'conflict with "bob": .spec.template.spec.tolerations',
    );
  });

  test('with who came before the first apply', async () => {
    await update('editor', { metadata: { managedFields: [{}] } });
    const error = await refused('bob', whole({}, { minReadySeconds: 6 }));
    expect(error.message).toBe(
      'Apply failed with 1 conflict: conflict with "before-first-apply" using apps/v1: .spec.minReadySeconds',
    );
    const object = await apply('bob', { spec: { minReadySeconds: 5 } });
    expect(Object.keys(owned(object))).toEqual(['bob Apply', 'before-first-apply Update']);
  });
});

describe('to the status', () => {
  const status = (numberReady: number) => ({
    status: {
      currentNumberScheduled: 1,
      desiredNumberScheduled: 1,
      numberMisscheduled: 0,
      numberReady,
    },
  });
  const endpoint = 'status' as const;

  test('is owned apart; a spec is overlooked', async () => {
    await apply('alice', whole());
    const object = await apply('ctl', { ...status(1), spec: { minReadySeconds: 7 } }, { endpoint });
    expect(object.status.numberReady).toBe(1);
    expect(object.spec).not.toHaveProperty('minReadySeconds');
    expect(owned(object)['ctl Apply status']).toEqual({
      'f:status': {
        'f:currentNumberScheduled': {},
        'f:desiredNumberScheduled': {},
        'f:numberMisscheduled': {},
        'f:numberReady': {},
      },
    });
    const error = await refused('other', status(2), { endpoint });
    expect(error.message).toBe(
      'Apply failed with 1 conflict: conflict with "ctl" with subresource "status": .status.numberReady',
    );
  });

  test('of nothing is not found', async () => {
    expect((await refused('ctl', status(1), { endpoint })).code).toBe(404);
  });

  test('through the object is overlooked', async () => {
    const object = await apply('alice', { ...whole(), ...status(1) });
    expect(object.status.numberReady).toBe(0);
    expect(owned(object)).toEqual({ 'alice Apply': wholeFields });
  });
});

describe('what is refused', () => {
  const typed = (why: string) =>
    `failed to create typed patch object (/x; apps/v1, Kind=DaemonSet): ${why}`;
  const spec = (given: object) => body({ spec: given });

  test.each([
    {
      name: 'no version',
      given: { metadata: { name: 'x' } },
      code: 400,
      message:
        'Incorrect version specified in apply patch. Specified patch version: , expected: apps/v1',
    },
    {
      name: 'managed fields',
      given: body({ metadata: { managedFields: [] } }),
      code: 400,
      message: 'metadata.managedFields must be nil',
    },
    {
      name: 'another name',
      given: body({ metadata: { name: 'y' } }),
      code: 400,
      message: 'the name of the object (y) does not match the name on the URL (x)',
    },
    {
      name: 'no object',
      given: [],
      code: 400,
      message:
        'error decoding YAML: error unmarshaling JSON: while decoding JSON: ' +
        'json: cannot unmarshal array into Go value of type map[string]interface {}',
    },
    {
      name: 'another kind',
      given: body({ kind: 'Foo' }),
      code: 500,
      message:
        'failed to create typed patch object (/x; apps/v1, Kind=Foo): no corresponding type for apps/v1, Kind=Foo',
    },
    {
      name: 'an unknown field',
      given: spec({ colour: 1 }),
      code: 500,
      message: typed('.spec.colour: field not declared in schema'),
    },
    {
      name: 'text for a number',
      given: spec({ minReadySeconds: 'x' }),
      code: 500,
      message: typed('.spec.minReadySeconds: expected numeric (int or float), got string'),
    },
    {
      name: 'a number for text',
      given: body({ metadata: { labels: { a: 2 } } }),
      code: 500,
      message: typed('.metadata.labels.a: expected string, got &value.valueUnstructured{Value:2}'),
    },
    {
      name: 'text for a list',
      given: spec({ template: { spec: { containers: 'main' } } }),
      code: 500,
      message: typed('.spec.template.spec.containers: expected list, got &{main}'),
    },
    {
      name: 'an object for a list',
      given: spec({ template: { spec: { containers: { name: 'main' } } } }),
      code: 500,
      message: typed('.spec.template.spec.containers: expected list, got &{map[name:main]}'),
    },
    {
      name: 'a key twice',
      given: spec({ template: { spec: { containers: [{ name: 'a' }, { name: 'a' }] } } }),
      code: 500,
      message: typed('.spec.template.spec.containers: duplicate entries for key [name="a"]'),
    },
    {
      name: 'an element without its key, where Go leaves that out',
      given: spec({ template: { spec: { hostAliases: [{ hostnames: ['a'] }] } } }),
      code: 500,
      message: typed(
        '.spec.template.spec.hostAliases: element 0: associative list with keys has an element ' +
          'that omits key field "ip" (and doesn\'t have default value)',
      ),
    },
    {
      name: 'several faults',
      given: spec({ minReadySeconds: 'x', revisionHistoryLimit: true }),
      code: 500,
      message: typed(
        'errors:\n  .spec.minReadySeconds: expected numeric (int or float), got string\n' +
          '  .spec.revisionHistoryLimit: expected numeric (int or float), got bool',
      ),
    },
  ])('$name', async ({ given, code, message }) => {
    const error = await refusal(applyBody('alice', given));
    expect(error).toMatchObject({ code, message });
    expect(error.reason).toBe(code === 400 ? 'BadRequest' : undefined);
  });

  test('a uid when there is nothing', async () => {
    const error = await refused('alice', { ...whole(), metadata: { uid: '1' } });
    expect(error).toMatchObject({
      code: 409,
      message:
        'Operation cannot be fulfilled on daemonsets.apps "x": uid mismatch: ' +
        'the provided object specified uid 1, and no existing object was found',
    });
  });

  test('another uid, and an old version', async () => {
    const version = { metadata: { resourceVersion: '1' } };
    expect((await apply('alice', { ...whole(), ...version })).metadata.name).toBe('x');
    expect((await refused('alice', { ...whole(), ...version })).code).toBe(409);
    const error = await refused('alice', { ...whole(), metadata: { uid: '1' } });
    expect(error.message).toContain('metadata.uid: Invalid value: "1": field is immutable');
  });

  test('what breaks the rules on objects', async () => {
    expect((await refused('alice', whole({}, { minReadySeconds: -1 }))).code).toBe(422);
  });
});

describe('after client-side apply', () => {
  const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
  const applied = (given: object) => `${JSON.stringify(body(given))}\n`;

  beforeEach(async () => {
    const said = { ...whole({}, { minReadySeconds: 5 }) };
    const metadata = { ...ref, annotations: { [annotation]: applied(said) } };
    const wanted = { ...said, metadata } as never;
    await rig.api.create(as('kubectl-client-side-apply'), daemonSet, wanted);
  });

  test('kubectl may change what it has set, and keeps its note', async () => {
    const object = await apply('kubectl', whole({}, { minReadySeconds: 6 }));
    expect(object.spec.minReadySeconds).toBe(6);
    expect(JSON.parse(object.metadata.annotations![annotation]!)).toEqual(
      body(whole({}, { minReadySeconds: 6 })),
    );
  });

  test('others may not', async () => {
    expect((await refused('bob', whole({}, { minReadySeconds: 6 }))).code).toBe(409);
  });

  test('nor may kubectl, when others have changed it since', async () => {
    await update('editor', { spec: { minReadySeconds: 7 } });
    const error = await refused('kubectl', whole({}, { minReadySeconds: 6 }));
    expect(error.message).toContain('conflict with "editor" using apps/v1: .spec.minReadySeconds');
  });
});

describe('in any order', () => {
  const values = fc.constantFrom('1', '2');
  const keys = fc.constantFrom('a', 'b', 'c');
  // No manager can remove the image from a container that another one applies.
  const container = fc.record(
    {
      image: fc.constant('m:1'),
      workingDir: values,
      env: fc.uniqueArray(keys).map((all) => all.map((name) => ({ name }))),
    },
    { requiredKeys: ['image'] },
  );
  const bodies = fc
    .record({
      labels: fc.dictionary(keys, values),
      containers: fc.dictionary(keys, container),
      limits: fc.dictionary(keys, values),
    })
    .map(({ labels: given, containers, limits }) =>
      body({
        // No labels are not written, so applying them would be a change every time.
        metadata: Object.keys(given).length > 0 ? { labels: given } : {},
        spec: {
          ...(limits['a'] && { minReadySeconds: Number(limits['a']) }),
          template: {
            spec: {
              containers: Object.entries(containers).map(([name, rest]) => ({ name, ...rest })),
            },
          },
        },
      }),
    );
  const writers = fc.constantFrom('alice', 'bob');
  const steps = fc.array(fc.tuple(writers, bodies), { minLength: 1, maxLength: 5 });

  test('applying again changes nothing; applying nothing leaves what was there before', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (applies) => {
        rig = await apiRig();
        const start = await apply('base', whole());
        for (const [manager, given] of applies) {
          const { object } = await applyBody(manager, given, { force: true });
          expect((await applyBody(manager, given)).object).toBe(object);
          expect(Object.keys(owned(object))).toContain('base Apply');
        }
        for (const manager of ['alice', 'bob']) await apply(manager, {});
        const end = await rig.api.get(daemonSet, ref);
        expect(end.spec).toEqual(start.spec);
        expect(end.metadata.labels).toEqual(start.metadata.labels);
        expect(owned(end)).toEqual(owned(start));
      }),
      { numRuns: 60 },
    );
  });
});

test('pods are applied like all else', async () => {
  const change = {
    type: 'apply',
    body: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'x' },
      spec: { containers: [{ name: 'main', image: 'a:1' }] },
    },
  } as const;
  const { object } = await rig.api.patch(as('alice'), pod, ref, change);
  expect(object.status.phase).toBe('Pending');
  expect(Object.keys(owned(object))).toEqual(['alice Apply']);
});

describe('through several versions', () => {
  const target = { spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' } } };
  const hpa = (version: 'v1' | 'v2', spec: object) => ({
    apiVersion: `autoscaling/${version}`,
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'x' },
    spec: { ...target.spec, ...spec },
  });
  const cpu = (averageUtilization: number) => [
    {
      type: 'Resource',
      resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
    },
  ];

  function applyHpa(manager: string, version: 'v1' | 'v2', spec: object, force = false) {
    const kind = version === 'v1' ? horizontalPodAutoscalerV1 : horizontalPodAutoscaler;
    const change = { type: 'apply', body: hpa(version, spec), force } as const;
    return rig.api.patch<KubeObject>(as(manager), kind as never, ref, change);
  }

  test('the same field is in conflict under the name that its owner knows', async () => {
    await applyHpa('alice', 'v1', { maxReplicas: 5, targetCPUUtilizationPercentage: 50 });
    const error = await refusal(applyHpa('bob', 'v2', { maxReplicas: 5, metrics: cpu(60) }));
    expect(error.message).toBe(
      'Apply failed with 1 conflict: conflict with "alice": .spec.targetCPUUtilizationPercentage',
    );
    const { object } = await applyHpa('bob', 'v2', { maxReplicas: 5, metrics: cpu(60) }, true);
    expect(owned(object)).toEqual({
      'alice Apply': { 'f:spec': { 'f:maxReplicas': {}, 'f:scaleTargetRef': {} } },
      'bob Apply': {
        'f:spec': {
          'f:maxReplicas': {},
          'f:metrics': {},
          'f:scaleTargetRef': { 'f:kind': {}, 'f:name': {} },
        },
      },
    });
  });

  test('what was applied through another one goes as well', async () => {
    await applyHpa('alice', 'v2', { maxReplicas: 5, minReplicas: 3, metrics: cpu(60) });
    const { object } = await applyHpa('alice', 'v1', { maxReplicas: 5 });
    expect((object as unknown as { spec: object }).spec).toMatchObject({ minReplicas: 1 });
    expect(owned(object)).toEqual({
      'alice Apply': { 'f:spec': { 'f:maxReplicas': {}, 'f:scaleTargetRef': {} } },
    });
    expect(object.metadata.managedFields?.[0]?.apiVersion).toBe('autoscaling/v1');
  });
});

describe('keys given twice', () => {
  const complaints = [
    'error converting YAML to JSON: yaml: unmarshal errors:\n  line 6: key "a" already set in map',
  ];
  const repeat = (fieldValidation: 'Ignore' | 'Warn' | 'Strict', warn?: (text: string) => void) => {
    const change = { type: 'apply', body: body(whole()), complaints, fieldValidation } as const;
    return rig.api.patch(as('alice', { warn }), daemonSet, ref, change);
  };

  test('are an error, a warning, or nothing', async () => {
    expect(await refusal(repeat('Strict'))).toMatchObject({
      code: 400,
      message: `error strict decoding YAML: ${complaints[0]}`,
    });
    const told: string[] = [];
    await repeat('Warn', (text) => told.push(text));
    await repeat('Ignore', (text) => told.push(text));
    expect(told).toEqual(complaints);
  });
});
