import { describe, expect, it } from 'vitest';
import type { ControllerRevision, DaemonSet, Pod } from '#types';
import {
  hashOf,
  newRevision,
  readHistory,
  revisionsToPrune,
} from '../../../../controllers/daemonset/history.ts';

function daemonSet(image: string, limit = 10, collisionCount?: number): DaemonSet {
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: {
      name: 'agent',
      namespace: 'default',
      uid: 'u',
      resourceVersion: '1',
      creationTimestamp: '',
    },
    spec: {
      selector: { matchLabels: { app: 'agent' } },
      revisionHistoryLimit: limit,
      template: {
        metadata: { labels: { app: 'agent' } },
        spec: { containers: [{ name: 'c', image }] },
      },
    },
    status: {
      currentNumberScheduled: 0,
      desiredNumberScheduled: 0,
      numberMisscheduled: 0,
      numberReady: 0,
      collisionCount,
    },
  };
}

const stored = (image: string, number: number): ControllerRevision =>
  newRevision(daemonSet(image), number) as unknown as ControllerRevision;

describe('the history', () => {
  it('knows the present template again', () => {
    const { current, old, number } = readHistory(daemonSet('b'), [
      stored('c', 3),
      stored('b', 2),
      stored('a', 1),
    ]);
    expect(current.map(({ revision }) => revision)).toEqual([2]);
    expect(old.map(({ revision }) => revision)).toEqual([1, 3]);
    expect(number).toBe(4);
  });

  it('begins at 1', () => {
    expect(readHistory(daemonSet('a'), [])).toEqual({ current: [], old: [], number: 1 });
  });

  it('names a revision after the template, and again after a collision', () => {
    const name = (set: DaemonSet): string => newRevision(set, 1).metadata.name!;
    expect(name(daemonSet('a'))).toMatch(/^agent-[bcdf456789]+$|^agent-[a-z0-9]+$/);
    expect(name(daemonSet('a'))).toBe(name(daemonSet('a')));
    expect(name(daemonSet('a'))).not.toBe(name(daemonSet('b')));
    expect(name(daemonSet('a'))).not.toBe(name(daemonSet('a', 10, 1)));
  });

  it('prunes the lowest over the limit, but for those that pods still run', () => {
    const revisions = ['a', 'b', 'c', 'd'].map((image, i) => stored(image, i + 1));
    const set = daemonSet('d', 1);
    const running = (revision: ControllerRevision): Pod =>
      ({
        metadata: { labels: { 'controller-revision-hash': hashOf(revision) } },
      }) as unknown as Pod;
    const pruned = (pods: readonly Pod[]): number[] =>
      revisionsToPrune(set, readHistory(set, revisions), pods).map(({ revision }) => revision);
    expect(pruned([])).toEqual([1, 2]);
    expect(pruned([running(revisions[0]!)])).toEqual([2, 3]);
  });
});
