/** What is noted on sets, which of them is new, which are kept, and what a new one is like. */
import { describe, expect, it } from 'vitest';
import { withRevision, withSizes } from '../../../../controllers/deployment/annotations.ts';
import { setsToPrune } from '../../../../controllers/deployment/cleanup.ts';
import { newReplicaSet } from '../../../../controllers/deployment/new-replica-set.ts';
import { hasTemplate, rolloutOf } from '../../../../controllers/deployment/replica-sets.ts';
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
    expect(withRevision(deployment, 3)).toEqual({ team: 'blue', [REVISION]: '3' });
  });

  it('stay as they are when nothing changes', () => {
    const annotations = { team: 'blue', mine: 'x', [REVISION]: '3' };
    expect(withRevision(deployment, 3, annotations)).toBe(annotations);
    expect(withRevision(deployment, 2, annotations)).toBe(annotations);
    const sized = withSizes(deployment, annotations);
    expect(withSizes(deployment, sized)).toBe(sized);
    expect(sized).toMatchObject({
      'deployment.kubernetes.io/desired-replicas': '4',
      'deployment.kubernetes.io/max-replicas': '5',
    });
  });

  it('remember former revisions', () => {
    const second = withRevision(deployment, 5, { [REVISION]: '3' });
    expect(second).toEqual({ team: 'blue', [REVISION]: '5', [HISTORY]: '3' });
    expect(withRevision(deployment, 9, second)).toMatchObject({
      [REVISION]: '9',
      [HISTORY]: '3,5',
    });
  });

  it('forget the oldest revisions when the list grows long', () => {
    const long = Array.from({ length: 400 }, (_, i) => String(1000 + i)).join(',');
    const annotations = { [REVISION]: '2000', [HISTORY]: long };
    const history = withRevision(deployment, 2001, annotations)[HISTORY]!;
    expect(history.length).toBeLessThanOrEqual(2000);
    expect(history.startsWith('1001,')).toBe(true);
    expect(history.endsWith(',1399,2000')).toBe(true);
  });

  it('leave a revision alone that cannot be read', () => {
    expect(withRevision(deployment, 5, { [REVISION]: 'x' })).toEqual({
      team: 'blue',
      [REVISION]: 'x',
    });
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
