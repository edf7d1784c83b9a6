/** What led to a write, step by step. */
import { describe, expect, it } from 'vitest';
import type { KubeObject, Origin } from '#values';
import { causeOf, chainOf, keptStore } from '#record';
import type { Change } from '#store';
import { webhookBehind } from '../../../src/record/why/webhook.ts';

type Causes = NonNullable<Origin['causes']>;
type CauseList = Causes['first'];

/** A write; what it leaves out is that of a user who creates a pod. */
function write(revision: number, more: Partial<Change> = {}): Change {
  const { key = 'default/a' } = more;
  const metadata = { name: key.split('/')[1], namespace: 'default' };
  return {
    ...{ revision, time: revision * 10, type: 'created', bucket: 'pods', key },
    value: { kind: 'Pod', metadata } as KubeObject,
    origin: { actor: 'user' },
    ...more,
  };
}

const reconcile = { controller: 'counter', key: 'default/set', number: 1 };
const causes = (first: CauseList, last: CauseList = []): Causes => ({ first, last, dropped: 0 });
const caused = (first: CauseList, last?: CauseList): Origin => ({
  ...{ actor: 'counter-controller', reconcile, causes: causes(first, last) },
});
const pastOf = (...changes: readonly Change[]) => keptStore(0, changes).past;
const counter = { controller: 'counter', keys: 'sets' };

describe('a root cause', () => {
  it.each<[Origin, string]>([
    [{ actor: 'user' }, 'requested by user'],
    [{ actor: 'proxy', requester: 'ann' }, 'requested by ann'],
    [{ actor: 'scenario', note: 'apply Pod a' }, 'apply Pod a'],
  ])('%j', (origin, because) => {
    const change = write(2, { origin });
    expect(causeOf(change, pastOf(write(1), change), [])).toEqual({ because, before: undefined });
  });
});

describe('the cause of a write', () => {
  const pod = write(1);
  const set = write(2, { bucket: 'sets', key: 'default/set' });
  const spec = (revision: number, size: number, before: number): Change =>
    write(revision, {
      ...{ bucket: 'sets', key: 'default/set', type: 'updated' },
      value: { ...set.value, spec: { size } } as KubeObject,
      previous: { ...set.value, spec: { size: before } } as KubeObject,
    });

  it.each<[string, Origin, string, number | undefined]>([
    ['of a kubelet', { actor: 'kubelet' }, 'the life cycle of the object', 1],
    [
      'of simulated hardware',
      { actor: 'x', causes: causes([]) },
      'the life cycle of the object',
      1,
    ],
    ['of a reconcile', caused([{ revision: 2 }]), 'triggered by the change of Pod default/set', 2],
    [
      'the latest of them',
      caused([{ revision: 1 }], [{ revision: 2 }]),
      'triggered by the change of Pod default/set',
      2,
    ],
    [
      'wherever it is in the list',
      caused([{ revision: 2 }, { revision: 1 }], []),
      'triggered by the change of Pod default/set',
      2,
    ],
    [
      'never itself',
      caused([{ revision: 1 }], [{ revision: 4 }]),
      'triggered by the change of Pod default/a',
      1,
    ],
    ['a timer', caused([{ timer: 'ready' }]), 'its timer "ready" was due', 3],
    ['a retry', caused([], [{ retry: 'Conflict' }]), 'retried after: Conflict', 3],
    [
      'none that is known',
      { actor: 'counter-controller', reconcile },
      'reconciled without a change as its trigger',
      3,
    ],
  ])('%s', (_, origin, because, before) => {
    const change = write(4, { type: 'updated', previous: pod.value, origin });
    const found = causeOf(change, pastOf(pod, set, spec(3, 2, 1), change), [counter]);
    expect([found.because, found.before?.revision]).toEqual([because, before]);
  });

  it('of a timer is the latest request, not a write of the status', () => {
    const status = write(4, {
      ...{ bucket: 'sets', key: 'default/set', type: 'updated' },
      ...{ value: set.value, previous: set.value },
    });
    const change = write(5, { key: 'default/b', origin: caused([{ timer: 'x' }]) });
    const requests = (...changes: readonly Change[]) =>
      causeOf(change, pastOf(...changes, change), [counter]).before?.revision;
    expect(requests(pod, set, spec(3, 2, 1), status)).toBe(3);
    expect(requests(pod, set, status)).toBe(2);
    const metadata = { ...set.value.metadata, deletionTimestamp: 'then' };
    const deletion = { ...status, value: { ...set.value, metadata } as KubeObject };
    expect(requests(pod, set, spec(3, 2, 1), deletion)).toBe(4);
    const going = { ...deletion, previous: deletion.value };
    expect(requests(pod, set, spec(3, 2, 1), going)).toBe(3);
  });

  it('of a controller that is not known is looked for in what it wrote', () => {
    const change = write(4, {
      ...{ type: 'updated', previous: pod.value, key: 'default/set' },
      origin: caused([{ timer: 'x' }]),
    });
    const named = write(1, { key: 'default/set' });
    expect(causeOf(change, pastOf(named, set, change), []).before?.revision).toBe(1);
    expect(causeOf(change, pastOf(named, set, change), [counter]).before?.revision).toBe(2);
  });

  it('may be forgotten', async () => {
    const change = write(4, { origin: caused([{ revision: 2 }]) });
    const store = keptStore(0, [pod, set]);
    await store.compact(2);
    store.load(change);
    expect(causeOf(change, store.past, [])).toEqual({
      because: 'triggered by a change that is no longer kept',
      before: undefined,
    });
  });
});

describe('a chain', () => {
  const follows = (revision: number, more: Partial<Change> = {}): Change =>
    write(revision, { origin: caused([{ revision: revision - 1 }]), ...more });

  it('leads back to its root, with what each write changed', () => {
    const first = write(1, { origin: { actor: 'user', requester: 'ann', note: 'by hand' } });
    const value = { ...first.value, status: { ready: 1 } } as unknown as KubeObject;
    const second = follows(2, { type: 'updated', value, previous: first.value });
    const chain = chainOf(second, pastOf(first, second), []);
    expect(chain).toEqual([
      {
        ...{ revision: 2, time: 20, actor: 'counter-controller', verb: 'updated' },
        ...{ kind: 'Pod', key: 'default/a' },
        changes: [{ path: ['status'], to: { ready: 1, conditions: {} } }],
        because: 'triggered by the change of Pod default/a',
      },
      {
        ...{ revision: 1, time: 10, actor: 'user', requester: 'ann', verb: 'created' },
        ...{ kind: 'Pod', key: 'default/a', changes: [], note: 'by hand', because: 'by hand' },
      },
    ]);
  });

  it.each([
    [50, 50, 0],
    [51, 50, 1],
    [80, 50, 30],
  ])('of %i writes shows %i', (length, shown, leftOut) => {
    const writes = Array.from({ length }, (_, i) => (i === 0 ? write(1) : follows(i + 1)));
    const chain = chainOf(writes.at(-1)!, pastOf(...writes), []);
    expect(chain).toHaveLength(shown);
    expect(chain[0]!.revision).toBe(length);
    expect(chain.at(-1)!.revision).toBe(1);
    expect(chain[48]!.because).toBe(
      leftOut === 0
        ? 'triggered by the change of Pod default/a'
        : `triggered by the change of Pod default/a; ${leftOut} writes in between are left out`,
    );
  });

  const strike = {
    ...{ atMs: 0, revision: 1, fault: 'storm', effect: 'Conflict', client: 'other' },
    ...{ verb: 'update', resource: 'pods', key: 'default/x' },
  };
  const ofReconcile = { ...strike, reconcile };
  const watch = { ...strike, client: 'counter-controller', verb: 'watch', key: 'default/a' };
  it.each<[string, boolean, object]>([
    ['one of another client', false, strike],
    ['one on its reconcile', true, ofReconcile],
    ['one before its cause', false, { ...ofReconcile, revision: 0 }],
    ['one at its cause', true, { ...ofReconcile, revision: 4 - 3 }],
    ['one just before itself', true, { ...ofReconcile, revision: 3 }],
    ['one behind it', false, { ...ofReconcile, revision: 4 }],
    ['one of another key', false, { ...strike, reconcile: { ...reconcile, key: 'x' } }],
    [
      'one of another controller',
      false,
      { ...strike, reconcile: { ...reconcile, controller: 'x' } },
    ],
    ['its watch', true, watch],
    ['a list', true, { ...watch, verb: 'list', key: '' }],
    ['a list of the namespace', true, { ...watch, verb: 'list', key: 'default/' }],
    ['a list of another namespace', false, { ...watch, verb: 'list', key: 'other/' }],
    [
      'the watch of all built-in controllers',
      true,
      { ...watch, client: 'kube-controller-manager' },
    ],
    ['the watch of another client', false, { ...watch, client: 'kubelet' }],
    ['a watch of another resource', false, { ...watch, resource: 'nodes' }],
    ['a watch of another object', false, { ...watch, key: 'default/ab' }],
    ['another request of its own', false, { ...watch, verb: 'get' }],
  ])('names what has struck: %s', (_, isNamed, fault) => {
    const cause = write(1);
    const change = write(4, { key: 'default/b', origin: caused([{ revision: 1 }]) });
    const faults = [fault as typeof strike];
    const [link] = chainOf(change, pastOf(cause, change), [], faults);
    expect(link!.faults).toEqual(isNamed ? faults : undefined);
  });

  it.each<[boolean, object]>([
    [true, { client: 'kubelet', key: 'default/a' }],
    [false, { client: 'kubelet', key: 'default/b' }],
    [false, { client: 'other', key: 'default/a' }],
  ])('names what has struck a life cycle: %s, %j', (isNamed, more) => {
    const change = write(2, { type: 'updated', origin: { actor: 'kubelet' } });
    const changes = [write(1), { ...change, previous: write(1).value }];
    const links = chainOf(changes[1]!, pastOf(...changes), [], [{ ...strike, ...more }]);
    expect(links.map(({ faults }) => faults?.length ?? 0)).toEqual([Number(isNamed), 0]);
  });
});

describe('the webhook behind a field', () => {
  const value = {
    ...{ kind: 'Pod', metadata: { name: 'a', labels: { x: 'y' } } },
    spec: {
      containers: [
        { name: 'one', image: 'i' },
        { name: 'two', image: 'j' },
      ],
    },
  } as unknown as KubeObject;
  const hook = (webhook: string, ...fields: readonly string[]) => ({ webhook, fields });
  const behind = (path: readonly (string | number)[], ...webhooks: readonly object[]) =>
    webhookBehind(write(1, { value, origin: { actor: 'u', webhooks } as unknown as Origin }), path);

  it.each<[string | undefined, readonly (string | number)[], readonly object[]]>([
    [undefined, ['metadata', 'labels', 'x'], []],
    ['h', ['metadata', 'labels', 'x'], [hook('h', 'metadata.labels.x')]],
    ['h', ['metadata', 'labels', 'x'], [hook('h', 'spec', 'metadata.labels')]],
    ['h', ['metadata', 'labels'], [hook('h', 'metadata.labels.x')]],
    [undefined, ['metadata', 'labels', 'x'], [hook('h', 'metadata.labels.z')]],
    ['second', ['metadata'], [hook('first', 'metadata'), hook('second', 'metadata')]],
    ['first', ['metadata'], [hook('first', 'metadata'), hook('second', 'spec')]],
    ['h', ['spec', 'containers', 'two', 'image'], [hook('h', 'spec.containers[1].image')]],
    [undefined, ['spec', 'containers', 'two', 'image'], [hook('h', 'spec.containers[0].image')]],
    ['h', ['spec', 'containers', 1], [hook('h', 'spec.containers[1].image')]],
  ])('%s: %j', (expected, path, webhooks) => {
    expect(behind(path, ...webhooks)).toBe(expected);
  });

  it('is none without webhooks', () => {
    expect(webhookBehind(write(1), ['spec'])).toBeUndefined();
  });
});
