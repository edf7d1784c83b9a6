/** Admission webhooks: which are called with what, and what their answers do to a request. */
import { describe, expect, it } from 'vitest';
import type { RequestContext, WebhookCall } from '#api';
import {
  configMap,
  mutatingWebhookConfiguration,
  namespace,
  node,
  pod,
  validatingWebhookConfiguration,
  type Kind,
} from '#kinds';
import type { KubeObject } from '#values';
import { apiRig, context, refusal } from '../../../support/api.ts';

interface Question {
  readonly uid: string;
  readonly name?: string;
  readonly operation: string;
  readonly object: KubeObject | null;
  readonly oldObject: KubeObject | null;
}
type Answer = Readonly<Record<string, unknown>> | Error | string;

/** What webhooks are asked, by name of the webhook, and what they answer. */
interface Asked {
  readonly calls: (WebhookCall & { readonly question: Question })[];
  readonly answers: Map<string, (question: Question) => Answer>;
}

const rules = (operations: readonly string[], resources: readonly string[]) => [
  { operations, apiGroups: ['*'], apiVersions: ['*'], resources },
];

/** A webhook at the path of its name; by default it is asked about all config maps that are created. */
function hook(name: string, more: object = {}): object {
  return {
    name: `${name}.example.com`,
    clientConfig: { url: `https://127.0.0.1:1/${name}` },
    rules: rules(['CREATE'], ['configmaps']),
    ...{ sideEffects: 'None', admissionReviewVersions: ['v1'] },
    ...more,
  };
}

async function rig({ mutating = [], validating = [] }: Record<string, readonly object[]>) {
  const asked: Asked = { calls: [], answers: new Map() };
  const made = await apiRig({
    callWebhook: (call) => {
      const { request } = JSON.parse(call.body) as { readonly request: Question };
      asked.calls.push({ ...call, question: request });
      const name = /\/(\w+)\?/.exec(call.url)![1]!;
      const answer = asked.answers.get(name)?.(request) ?? {};
      if (answer instanceof Error) return Promise.reject(answer);
      const { apiVersion } = JSON.parse(call.body) as { readonly apiVersion: string };
      const response =
        typeof answer === 'string' ? undefined : { uid: request.uid, allowed: true, ...answer };
      const body =
        response === undefined ? answer : { kind: 'AdmissionReview', apiVersion, response };
      return Promise.resolve({
        ...{ status: 200, contentType: 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    },
  });
  const { api } = made;
  const configured = [
    [mutatingWebhookConfiguration, mutating],
    [validatingWebhookConfiguration, validating],
  ] as const;
  for (const [kind, webhooks] of configured) {
    if (webhooks.length === 0) continue;
    await api.create(context, kind as Kind, { metadata: { name: 'hooks' }, webhooks } as never);
  }
  const create = (name: string, more: object = {}, by: RequestContext = context) =>
    api.create(by, configMap, { metadata: { name, namespace: 'default', ...more } });
  return { ...made, ...asked, create };
}

const patch = (...operations: readonly object[]) => ({
  patchType: 'JSONPatch',
  patch: Buffer.from(JSON.stringify(operations)).toString('base64'),
});
const add = (key: string) => ({ op: 'add', path: `/metadata/labels`, value: { [key]: 'x' } });
const names = ({ calls }: Asked): readonly string[] =>
  calls.map(({ url }) => /\/(\w+)\?/.exec(url)![1]!);

describe('a webhook is called', () => {
  const objectSelector = { matchLabels: { a: 'b' } };
  const namespaceSelector = { matchExpressions: [{ key: 'team', operator: 'Exists' }] };
  const labels = { a: 'b' };
  type Api = Awaited<ReturnType<typeof rig>>;

  it.each<[name: string, more: object, act: (rig: Api) => Promise<unknown>, calls: number]>([
    ['about all objects', {}, ({ create }) => create('x'), 1],
    ['about objects with labels', { objectSelector }, ({ create }) => create('x', { labels }), 1],
    ['not about others', { objectSelector }, ({ create }) => create('x'), 0],
    [
      'about what is in namespaces with labels',
      { namespaceSelector },
      ({ create }) => create('x'),
      0,
    ],
    [
      'about what is in a namespace that has them',
      { namespaceSelector },
      ({ create }) => create('x', { namespace: 'labelled' }),
      1,
    ],
    [
      'about an object that had the labels',
      { objectSelector, rules: rules(['UPDATE'], ['configmaps']) },
      async ({ api, create }) => {
        const made = await create('x', { labels });
        const metadata = { ...made.metadata, labels: {} };
        await api.update(context, configMap, made.metadata, { ...made, metadata });
      },
      1,
    ],
    [
      'about an object that gets the labels',
      { objectSelector, rules: rules(['UPDATE'], ['configmaps']) },
      async ({ api, create }) => {
        const made = await create('x');
        const metadata = { ...made.metadata, labels };
        await api.update(context, configMap, made.metadata, { ...made, metadata });
      },
      1,
    ],
    [
      'not about other updates',
      { objectSelector, rules: rules(['UPDATE'], ['configmaps']) },
      async ({ api, create }) => {
        const made = await create('x');
        const metadata = { ...made.metadata, labels: { c: 'd' } };
        await api.update(context, configMap, made.metadata, { ...made, metadata });
      },
      0,
    ],
    [
      'about a deletion',
      { rules: rules(['DELETE'], ['configmaps']) },
      async ({ api, create }) => api.delete(context, configMap, (await create('x')).metadata),
      1,
    ],
    [
      'about a deletion of what has the labels',
      { objectSelector, rules: rules(['DELETE'], ['configmaps']) },
      async ({ api, create }) => api.delete(context, configMap, (await create('x')).metadata),
      0,
    ],
    [
      'about a namespace with new labels',
      { namespaceSelector, rules: rules(['CREATE'], ['namespaces']) },
      ({ api }) =>
        api.create(context, namespace, { metadata: { name: 'y', labels: { team: 'a' } } }),
      1,
    ],
    [
      'not about a namespace without',
      { namespaceSelector, rules: rules(['CREATE'], ['namespaces']) },
      ({ api }) => api.create(context, namespace, { metadata: { name: 'y' } }),
      0,
    ],
    [
      'about a namespace by the labels that it has',
      { namespaceSelector, rules: rules(['DELETE'], ['namespaces']) },
      ({ api }) => api.delete(context, namespace, { name: 'labelled' }),
      1,
    ],
    [
      'not about a namespace that has none',
      { namespaceSelector, rules: rules(['DELETE'], ['namespaces']) },
      ({ api }) => api.delete(context, namespace, { name: 'plain' }),
      0,
    ],
    [
      'about objects without a namespace, whatever its selector',
      { namespaceSelector, rules: rules(['CREATE'], ['nodes']) },
      ({ api }) => api.create(context, node, { metadata: { name: 'n' } }),
      1,
    ],
    [
      'not about configurations of webhooks',
      { rules: rules(['*'], ['*/*']) },
      ({ api }) => api.delete(context, validatingWebhookConfiguration, { name: 'hooks' }),
      0,
    ],
  ])('%s', async (_, more, act, calls) => {
    const made = await rig({ validating: [hook('v', more)], mutating: [hook('m', more)] });
    await made.api.create(context, namespace, {
      metadata: { name: 'labelled', labels: { team: 'a' } },
    });
    await made.api.create(context, namespace, { metadata: { name: 'plain' } });
    made.calls.length = 0;
    await act(made);
    expect(names(made)).toEqual(['m', 'v'].slice(0, calls * 2));
  });

  it('with an error where the namespace is missing', async () => {
    const { api } = await rig({ validating: [hook('v', { namespaceSelector })] });
    const body = { metadata: { name: 'x', namespace: 'none' } };
    expect((await refusal(api.create(context, configMap, body))).message).toBe(
      'namespaces "none" not found',
    );
  });
});

describe('a review', () => {
  it('names what is asked', async () => {
    const made = await rig({ validating: [hook('v', { timeoutSeconds: 3 })] });
    const user = { name: 'jane', groups: ['dev'], uid: '7', extra: { a: ['b'] } };
    const options = { fieldManager: 'me' };
    await made.create('x', {}, { ...context, user, dryRun: true, options, leftMs: () => 2_500 });
    const [{ body, url, userAgent, timeoutMs }] = made.calls as [(typeof made.calls)[0]];
    expect({ url, userAgent, timeoutMs }).toEqual({
      ...{ url: 'https://127.0.0.1:1/v?timeout=3s', userAgent: 'kube-apiserver-admission' },
      timeoutMs: 2_500,
    });
    expect(JSON.parse(body)).toMatchObject({
      ...{ kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1' },
      request: {
        uid: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
        kind: { group: '', version: 'v1', kind: 'ConfigMap' },
        resource: { group: '', version: 'v1', resource: 'configmaps' },
        requestKind: { group: '', version: 'v1', kind: 'ConfigMap' },
        requestResource: { group: '', version: 'v1', resource: 'configmaps' },
        ...{ name: 'x', namespace: 'default', operation: 'CREATE', dryRun: true },
        userInfo: { username: 'jane', groups: ['dev'], uid: '7', extra: { a: ['b'] } },
        object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'x' } },
        oldObject: null,
        options: {
          ...{ kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1' },
          ...{ dryRun: ['All'], fieldManager: 'me' },
        },
      },
    });
  });

  it.each([
    [1, undefined, '1s', 1_000],
    [undefined, undefined, '10s', 10_000],
    [10, 1_001, '2s', 1_001],
  ])('waits for %s s, of %s ms that are left', async (timeoutSeconds, left, shown, timeoutMs) => {
    const made = await rig({ validating: [hook('v', { timeoutSeconds })] });
    await made.create('x', {}, { ...context, ...(left !== undefined && { leftMs: () => left }) });
    expect(made.calls[0]!.timeoutMs).toBe(timeoutMs);
    expect(made.calls[0]!.url).toContain(`?timeout=${shown}`);
  });

  it.each([
    ['simulator', 'kubernetes-admin', ['system:masters', 'system:authenticated']],
    ['kubelet', 'system:node', ['system:nodes', 'system:authenticated']],
    ['scheduler', 'system:kube-scheduler', ['system:authenticated']],
    ['job', 'system:kube-controller-manager', ['system:authenticated'], { key: 'a' }],
    ['kube-apiserver', 'system:apiserver', ['system:masters', 'system:authenticated']],
    [
      ...['job', 'system:serviceaccount:kube-system:job-controller'],
      ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
      ...[{ key: 'a' }, 'job-controller'],
    ] as const,
  ] as const)('shows %s as %s', async (actor, username, groups, reconcile?, account?) => {
    const made = await rig({ validating: [hook('v')] });
    const origin = {
      actor,
      ...(reconcile && { reconcile }),
      ...(account && { account }),
    } as RequestContext['origin'];
    await made.create('x', {}, { origin });
    const { request } = JSON.parse(made.calls[0]!.body) as {
      readonly request: { readonly userInfo: object };
    };
    expect(request.userInfo).toEqual({ username, groups });
  });

  it('of a deletion has the old object and its options', async () => {
    const made = await rig({ validating: [hook('v', { rules: rules(['DELETE'], ['*']) })] });
    const { metadata } = await made.create('x');
    const options = { propagationPolicy: 'Foreground' as const };
    await made.api.delete(context, configMap, metadata, options);
    const { request } = JSON.parse(made.calls[0]!.body) as { readonly request: object };
    expect(request).toMatchObject({
      ...{ operation: 'DELETE', name: 'x', object: null, dryRun: false },
      oldObject: { metadata: { name: 'x' } },
      options: { kind: 'DeleteOptions', propagationPolicy: 'Foreground' },
    });
  });

  it('of a collection names none of its objects', async () => {
    const made = await rig({ validating: [hook('v', { rules: rules(['DELETE'], ['*']) })] });
    await made.create('x');
    await made.api.deleteCollection(context, configMap, { namespace: 'default' });
    expect(made.calls[0]!.question.name).toBeUndefined();
    expect(made.calls[0]!.question.oldObject).toMatchObject({ metadata: { name: 'x' } });
  });
});

describe('an answer', () => {
  const denied = 'admission webhook "v.example.com" denied the request';
  const failing = 'failed calling webhook "v.example.com":';
  const invalid = `${failing} received invalid webhook response: `;

  it.each<[name: string, answer: Answer, code: number, message: string]>([
    ['denies', { allowed: false }, 400, `${denied} without explanation`],
    ['says why', { allowed: false, status: { message: 'no', reason: 'x' } }, 400, `${denied}: no`],
    ['gives a reason', { allowed: false, status: { reason: 'Odd' } }, 400, `${denied}: Odd`],
    ['has a code', { allowed: false, status: { code: 418 } }, 418, `${denied} without explanation`],
    [
      'has a code below',
      { allowed: false, status: { code: 200, message: 'a' } },
      400,
      `${denied}: a`,
    ],
    ['has the last code', { allowed: false, status: { code: 999 } }, 999, denied],
    ['has a code beyond', { allowed: false, status: { code: 1000 } }, 500, denied],
    [
      'fails',
      new Error('refused'),
      500,
      `${failing} failed to call webhook: Post "https://127.0.0.1:1/v?timeout=10s": refused`,
    ],
    [
      'is none',
      '{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1"}',
      500,
      `${invalid}webhook response was absent`,
    ],
    ['is to another call', { uid: 'other' }, 500, `${invalid}expected response.uid=`],
    [
      'has a patch',
      patch(add('a')),
      500,
      `${invalid}validating webhook may not return response.patch`,
    ],
    [
      'has a type',
      { patchType: 'x' },
      500,
      `${invalid}validating webhook may not return response.patchType`,
    ],
  ])('that %s', async (_, answer, code, message) => {
    const made = await rig({ validating: [hook('v')] });
    made.answers.set('v', () => answer);
    const error = await refusal(made.create('x'));
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
  });

  it.each<[name: string, answer: Answer, message: string]>([
    ['a type but no patch', { patchType: 'JSONPatch' }, 'patchType but not response.patch'],
    ['a patch but no type', { patch: patch(add('a')).patch }, 'patch but not response.patchType'],
    ['an empty type', { ...patch(add('a')), patchType: '' }, 'invalid response.patchType of ""'],
    ['another type', { ...patch(add('a')), patchType: 'Merge' }, 'unsupported patch type "Merge"'],
  ])('of a mutating webhook has %s', async (_, answer, message) => {
    const made = await rig({ mutating: [hook('v')] });
    made.answers.set('v', () => answer);
    const error = await refusal(made.create('x'));
    expect(error.code).toBe(500);
    expect(error.message).toContain(failing);
    expect(error.message).toContain(message);
  });

  it.each<[Answer]>([
    [new Error('refused')],
    ['x'],
    [{ uid: 'other' }],
    [{ ...patch(add('a')), patchType: 'Merge' }],
  ])('that fails is ignored where the policy says so: %s', async (answer) => {
    const made = await rig({ mutating: [hook('v', { failurePolicy: 'Ignore' })] });
    made.answers.set('v', () => answer);
    expect((await made.create('x')).metadata).not.toHaveProperty('labels');
    expect(made.calls).toHaveLength(1);
  });

  it('comes too late when no time is left', async () => {
    const left = [1, 0];
    const made = await rig({ validating: [hook('v', { failurePolicy: 'Ignore' })] });
    made.answers.set('v', () => new Error('refused'));
    const late = made.create('x', {}, { ...context, leftMs: () => left.shift()! });
    expect((await refusal(late)).message).toContain('did not complete within the allotted timeout');
    const none = made.create('y', {}, { ...context, leftMs: () => 0 });
    expect((await refusal(none)).message).toContain('did not complete within the allotted timeout');
    expect(made.calls).toHaveLength(1);
  });

  it('may warn', async () => {
    const made = await rig({ validating: [hook('v')] });
    made.answers.set('v', () => ({ warnings: ['a', 'b'] }));
    const warnings: string[] = [];
    await made.create('x', {}, { ...context, warn: (text) => warnings.push(text) });
    expect(warnings).toEqual(['a', 'b']);
  });

  it.each(['None', 'NoneOnDryRun'])('is needed for a dry run too with %s', async (sideEffects) => {
    const made = await rig({ validating: [hook('v', { sideEffects })] });
    made.answers.set('v', () => ({ allowed: false }));
    await refusal(made.create('x', {}, { ...context, dryRun: true }));
  });
});

describe('several mutating webhooks', () => {
  it('see what those before made, and the second round only if they want it', async () => {
    const again = { reinvocationPolicy: 'IfNeeded' };
    const made = await rig({ mutating: [hook('a', again), hook('b'), hook('c', again)] });
    const seen: string[] = [];
    const note =
      (name: string, answer: Answer) =>
      ({ object }: Question) => {
        seen.push(`${name} ${Object.keys(object!.metadata.labels ?? {}).join()}`);
        return answer;
      };
    made.answers.set('a', note('a', patch(add('a'))));
    made.answers.set('b', note('b', patch({ op: 'add', path: '/metadata/labels/b', value: 'x' })));
    made.answers.set('c', note('c', {}));
    const { metadata } = await made.create('x');
    // The first one is called again because another changed the object after it; `c` saw it last.
    expect(seen).toEqual(['a ', 'b a', 'c a,b', 'a a,b', 'c a']);
    expect(metadata.labels).toEqual({ a: 'x' });
  });

  it('that change nothing are called once', async () => {
    const made = await rig({ mutating: [hook('a', { reinvocationPolicy: 'IfNeeded' })] });
    made.answers.set('a', () => patch());
    await made.create('x');
    expect(made.calls).toHaveLength(1);
  });

  it('are named in the origin of the write, with what they changed', async () => {
    const made = await rig({ mutating: [hook('a')] });
    made.answers.set('a', () => patch(add('a')));
    const before = made.store.revision();
    await made.create('x');
    const watch = made.store.watch(undefined, { after: before });
    const [change] = await watch.next();
    watch.stop();
    expect(change!.origin).toMatchObject({
      webhooks: [{ webhook: 'a.example.com', fields: ['metadata.labels'] }],
    });
  });

  it('cannot change what is deleted', async () => {
    const made = await rig({ mutating: [hook('a', { rules: rules(['DELETE'], ['*']) })] });
    const { metadata } = await made.create('x');
    made.answers.set('a', () => patch(add('a')));
    const error = await refusal(made.api.delete(context, configMap, metadata));
    expect(error.message).toContain('attempted to modify the object, which is not supported');
    made.answers.set('a', () => patch());
    await made.api.delete(context, configMap, metadata);
  });

  it('get the defaults of what they add filled in', async () => {
    const made = await rig({ mutating: [hook('a', { rules: rules(['CREATE'], ['pods']) })] });
    const container = { name: 'b', image: 'x' };
    made.answers.set('a', () => patch({ op: 'add', path: '/spec/containers/-', value: container }));
    const spec = { containers: [{ name: 'a', image: 'x' }] };
    const { spec: stored } = await made.api.create(context, pod, {
      metadata: { name: 'p', namespace: 'default' },
      spec,
    } as never);
    expect(stored.containers[1]).toMatchObject({ name: 'b', imagePullPolicy: 'Always' });
  });
});
