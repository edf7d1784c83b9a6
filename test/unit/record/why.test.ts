import { describe, expect, it } from 'vitest';
import { bucketOf, configMap, pod, type Kind, defaultProfile } from '#kinds';
import type { KubeObject, Origin } from '#values';
import { explainer } from '#runtime';
import { keptStore, why, type Accountant } from '#record';
import type { Change } from '#store';

/** Counts pods into a ConfigMap, which stands for any status. */
const counter: Accountant = {
  controller: 'counter',
  actor: 'counter',
  explainers: [
    explainer(configMap, {
      data: ({ past }) => {
        const pods = past.list(pod);
        return { value: { pods: String(pods.length) }, rule: 'counts pods', terms: [] };
      },
    }),
  ],
};

const options = (changes: readonly Change[]) => ({
  past: keptStore(0, changes).past,
  accountants: [counter],
  profile: defaultProfile,
});

function change(kind: Kind, name: string, revision: number, more: Partial<Change>): Change {
  const value = { kind: kind.kind, metadata: { name, namespace: 'default' } } as KubeObject;
  return {
    revision,
    time: 0,
    bucket: bucketOf(kind),
    key: `default/${name}`,
    type: 'created',
    value,
    origin: { actor: 'user' },
    ...more,
  };
}

const reconcile = { controller: 'counter', key: 'default/count', number: 1 };

const podCreated = (revision: number, origin: Origin = { actor: 'user' }): Change =>
  change(pod as unknown as Kind, `p${revision}`, revision, { origin });

function counted(revision: number, pods: number, cause: number): Change {
  const value = {
    kind: 'ConfigMap',
    metadata: { name: 'count', namespace: 'default' },
    data: { pods: String(pods) },
  } as unknown as KubeObject;
  return change(configMap as unknown as Kind, 'count', revision, {
    value,
    origin: {
      actor: 'counter',
      reconcile,
      causes: { first: [{ revision: cause }], last: [], dropped: 0 },
    },
  });
}

const question = (revision: number) => ({
  kind: configMap as unknown as Kind,
  object: { bucket: bucketOf(configMap), key: 'default/count' },
  path: ['data', 'pods'],
  time: 0,
  revision,
});

describe('an explanation', () => {
  it('accounts for what was created with its value', () => {
    const changes = [podCreated(1), counted(2, 1, 1)];
    const told = why(question(2), options(changes));
    expect(told).toMatchObject({ value: '1', exact: true, seenAt: 1, account: { value: '1' } });
    expect(told.chain.map(({ revision }) => revision)).toEqual([2, 1]);
  });

  it('finds what a pass saw that wrote a thousand other things before its status', () => {
    const origin = { actor: 'counter', reconcile };
    const made = Array.from({ length: 1000 }, (_, index) => podCreated(index + 2, origin));
    const changes = [podCreated(1), ...made, counted(1002, 1, 1)];
    expect(why(question(1002), options(changes))).toMatchObject({ exact: true, seenAt: 1 });
  });

  it('explains a field that was never set: since when, and who would set it', () => {
    const made = change(configMap as unknown as Kind, 'count', 2, { time: 5 });
    const labelled = {
      ...made,
      revision: 3,
      time: 6,
      type: 'updated',
      previous: made.value,
    } as const;
    const told = why({ ...question(3), time: 7 }, options([podCreated(1), made, labelled]));
    expect(told).toMatchObject({
      chain: [],
      unset: { created: { revision: 2, time: 5, actor: 'user' }, writes: 1, setters: ['counter'] },
      // What it would be now.
      account: { value: '1', rule: 'counts pods' },
      seenAt: 3,
    });
    expect(told).not.toHaveProperty('exact');
    expect(told).not.toHaveProperty('value');
    expect(told.unset).not.toHaveProperty('latest');
    const unanswered = why({ ...question(2), path: ['immutable'] }, options([made]));
    expect(unanswered.unset).toMatchObject({ writes: 0, setters: [] });
    expect(unanswered).not.toHaveProperty('account');
  });

  it('shows who should have set it and wrote something else', () => {
    const empty = { ...counted(2, 0, 1), time: 9 };
    const value = { ...empty.value, data: { other: 'x' } } as unknown as KubeObject;
    const told = why(question(2), options([podCreated(1), { ...empty, value }]));
    expect(told).toMatchObject({
      unset: { latest: { revision: 2, time: 9, actor: 'counter' } },
      account: { value: '1' },
      exact: false,
    });
  });

  it('does not take the field of an object that had the name before for its own', () => {
    const gone = change(configMap as unknown as Kind, 'count', 3, { type: 'deleted' });
    const again = change(configMap as unknown as Kind, 'count', 4, {});
    const told = why(question(4), options([podCreated(1), counted(2, 1, 1), gone, again]));
    expect(told).toMatchObject({ chain: [], unset: { created: { revision: 4 }, writes: 0 } });
  });

  it('knows no creation before the history that is kept', async () => {
    const store = keptStore(0, [change(configMap as unknown as Kind, 'count', 1, {})]);
    await store.compact(1);
    store.load(podCreated(8));
    const told = why(question(8), { ...options([]), past: store.past });
    expect(told.unset).toEqual({ writes: 0, setters: ['counter'] });
    expect(told).not.toHaveProperty('setBefore');
  });

  it('looks at what it needs of the past, however long that is', () => {
    const looks = (pods: number): number => {
      const made = Array.from({ length: pods }, (_, index) => podCreated(index + 1));
      const { past } = options([...made, { ...counted(pods + 1, pods, pods), time: 9 }]);
      let count = 0;
      const counting = new Proxy(past, {
        get(target, name) {
          const member = Reflect.get(target, name, target) as unknown;
          if (typeof member !== 'function') return member;
          return (...given: unknown[]) => {
            count++;
            const found = member.apply(target, given) as unknown;
            return name.toString().startsWith('changes') ? each(found as Iterable<Change>) : found;
          };
        },
      });
      function* each(changes: Iterable<Change>): Iterable<Change> {
        for (const change of changes) {
          count++;
          yield change;
        }
      }
      const told = why(question(pods + 1), { ...options([]), past: counting });
      expect(told).toMatchObject({ exact: true, account: { value: String(pods) } });
      return count;
    };
    expect(looks(3000)).toBe(looks(30));
  });

  it('says so when no state of the record gives the value', () => {
    const changes = [podCreated(1), counted(2, 7, 1)];
    expect(why(question(2), options(changes))).toMatchObject({ exact: false, seenAt: 1 });
  });
});
