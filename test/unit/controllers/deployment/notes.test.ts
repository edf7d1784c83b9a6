/** What is noted on sets, which of them is new, which are kept, and what a new one is like. */
import { describe, expect, it } from 'vitest';
import {
  lastRevision,
  maxNote,
  nextRevision,
  revisionOf,
  rollbackTo,
  withRevision,
  withSizes,
} from '../../../../controllers/deployment/annotations.ts';
import { setsToPrune } from '../../../../controllers/deployment/cleanup.ts';
import { newReplicaSet } from '../../../../controllers/deployment/new-replica-set.ts';
import {
  byRevision,
  hasTemplate,
  rolloutOf,
} from '../../../../controllers/deployment/replica-sets.ts';
import { makeDeployment, makeSet } from './objects.ts';

const REVISION = 'deployment.kubernetes.io/revision';
const HISTORY = 'deployment.kubernetes.io/revision-history';

describe('annotations of a new set', () => {
  const deployment = makeDeployment(4, {
    metadata: {
      annotations: {
        team: 'blue',
        [REVISION]: '7',
        'kubectl.kubernetes.io/last-applied-configuration': '{}',
      },
    },
  });

  it("are the Deployment's own, without what is its alone", () => {
    expect(withRevision(deployment, 3n)).toEqual({ team: 'blue', [REVISION]: '3' });
  });

  it('stay as they are when nothing changes', () => {
    const annotations = { team: 'blue', mine: 'x', [REVISION]: '3' };
    expect(withRevision(deployment, 3n, annotations)).toBe(annotations);
    expect(withRevision(deployment, 2n, annotations)).toBe(annotations);
    const sized = withSizes(deployment, annotations);
    expect(withSizes(deployment, sized)).toBe(sized);
    expect(sized).toMatchObject({
      'deployment.kubernetes.io/desired-replicas': '4',
      'deployment.kubernetes.io/max-replicas': '5',
    });
  });

  it('remember former revisions', () => {
    const second = withRevision(deployment, 5n, { [REVISION]: '3' });
    expect(second).toEqual({ team: 'blue', [REVISION]: '5', [HISTORY]: '3' });
    expect(withRevision(deployment, 9n, second)).toMatchObject({
      [REVISION]: '9',
      [HISTORY]: '3,5',
    });
  });

  it('forget the oldest revisions when the list grows long', () => {
    const long = Array.from({ length: 400 }, (_, i) => String(1000 + i)).join(',');
    const annotations = { [REVISION]: '2000', [HISTORY]: long };
    const history = withRevision(deployment, 2001n, annotations)[HISTORY]!;
    expect(history.length).toBeLessThanOrEqual(2000);
    expect(history.startsWith('1001,')).toBe(true);
    expect(history.endsWith(',1399,2000')).toBe(true);
  });

  it('leave a revision alone that cannot be read', () => {
    expect(withRevision(deployment, 5n, { [REVISION]: 'x' })).toEqual({
      team: 'blue',
      [REVISION]: 'x',
    });
  });
});

describe('revisions', () => {
  const highest = '9223372036854775807';
  const noted = (revision: string) =>
    makeSet('web', 1, { metadata: { annotations: { [REVISION]: revision } } });

  it.each([
    ['9007199254740993', 9007199254740993n],
    [highest, 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
    ['+0000000000000000000000012', 12n],
    ['9223372036854775808', undefined],
    ['1e3', undefined],
    ['', undefined],
  ])('of %j are %s', (text, revision) => {
    expect(revisionOf(noted(text))).toBe(revision);
  });

  it('are distinguished by all their digits', () => {
    const former = noted('9007199254740992');
    const latest = noted('9007199254740993');
    expect(nextRevision([former, latest])).toBe(9007199254740994n);
    expect(lastRevision([latest, former])).toBe(9007199254740992n);
    expect([latest, former].sort(byRevision)).toEqual([former, latest]);
    const [old, other] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'].map(
      (creationTimestamp, index) => {
        const set = noted(['', '1'][index]!);
        return { ...set, metadata: { ...set.metadata, creationTimestamp } };
      },
    );
    for (const sets of [
      [old!, other!],
      [other!, old!],
    ]) {
      expect(sets.sort(byRevision)).toEqual([old, other]);
    }
    const [before, after] = ['9007199254740992', '9007199254740993'];
    expect(withRevision(makeDeployment(1), BigInt(after), { [REVISION]: before })).toEqual({
      [REVISION]: after,
      [HISTORY]: before,
    });
  });

  it('wrap after the highest, so that no set gets a higher one', () => {
    const next = nextRevision([noted(highest)]);
    expect(next).toBe(-9223372036854775808n);
    expect(withRevision(makeDeployment(1), next, { [REVISION]: '3' })).toEqual({ [REVISION]: '3' });
  });

  it('to roll back to keep their digits', () => {
    const annotations = { 'deprecated.deployment.rollback.to': '9007199254740993' };
    expect(rollbackTo(makeDeployment(1, { metadata: { annotations } }))).toBe(9007199254740993n);
    expect(rollbackTo(makeDeployment(1))).toBeUndefined();
  });

  it('sizes count by their low 32 bits', () => {
    const annotations = { 'deployment.kubernetes.io/max-replicas': '4294967299' };
    expect(maxNote(makeSet('web', 1, { metadata: { annotations } }))).toBe(3);
  });
});

describe('the new set', () => {
  it('is the oldest that has the template, whatever the hash', () => {
    const made = (second: number) => ({
      creationTimestamp: `2026-01-01T00:00:0${String(second)}Z`,
    });
    const first = makeSet('b', 1, { metadata: made(1) });
    const second = makeSet('a', 1, { metadata: made(2) });
    const other = makeSet('o', 1, { image: 'old', metadata: made(0) });
    expect(rolloutOf(makeDeployment(1), [second, other, first])).toEqual({
      newSet: first,
      oldSets: [second, other],
    });
    expect(rolloutOf(makeDeployment(1), [other])).toEqual({ newSet: undefined, oldSets: [other] });
  });

  it('is made of the template, with the hash in name, labels and selector', () => {
    const deployment = makeDeployment(10);
    const made = newReplicaSet(deployment, [makeSet('old', 10, { image: 'old', revision: 4 })]);
    const { name, labels, annotations } = made.metadata;
    const hash = labels!['pod-template-hash'];
    expect(hash).toMatch(/^[bcdf4-9]+$/);
    expect(name).toBe(`web-${hash!}`);
    expect(labels).toEqual({ app: 'web', 'pod-template-hash': hash });
    expect(annotations![REVISION]).toBe('5');
    expect(made.spec).toMatchObject({
      replicas: 3,
      selector: { matchLabels: { app: 'web', 'pod-template-hash': hash } },
      template: { metadata: { labels }, spec: deployment.spec.template.spec },
    });
    expect(hasTemplate({ ...makeSet('x', 1), spec: made.spec! }, deployment.spec.template)).toBe(
      true,
    );
    const collided = { ...deployment, status: { collisionCount: 1 } };
    expect(newReplicaSet(collided, []).metadata.name).not.toBe(name);
  });
});

describe('the history', () => {
  const deployment = makeDeployment(1, { spec: { revisionHistoryLimit: 1 } });
  const idle = (name: string, revision: number) => makeSet(name, 0, { revision });
  const names = (sets: readonly { metadata: { name: string } }[]) =>
    sets.map((set) => set.metadata.name);

  it('loses its lowest revisions over the limit', () => {
    const sets = [idle('c', 30), idle('a', 4), idle('b', 12)];
    expect(names(setsToPrune(deployment, sets))).toEqual(['a', 'b']);
    const all = makeDeployment(1, { spec: { revisionHistoryLimit: 2 ** 31 - 1 } });
    expect(setsToPrune(all, sets)).toEqual([]);
  });

  it('keeps what has pods, is being scaled, or goes anyway', () => {
    const busy = makeSet('a', 0, { revision: 1, status: { replicas: 1 } });
    const scaled = makeSet('b', 0, { revision: 2, metadata: { generation: 2 } });
    const wanted = makeSet('c', 1, { revision: 3 });
    const going = makeSet('d', 0, { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } });
    const sets = [busy, scaled, wanted, idle('e', 4), idle('f', 5), going];
    expect(names(setsToPrune(deployment, sets))).toEqual(['e']);
  });
});
