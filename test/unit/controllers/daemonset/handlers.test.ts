/** Which changes of ControllerRevisions wake a DaemonSet: v1.24's table. */
import { describe, expect, it } from 'vitest';
import type { ControllerRevision, DaemonSet, OwnerReference } from '#kinds';
import type { Expectations, Lister, WorkQueue } from '#runtime';
import { revisionHandlers } from '../../../../controllers/daemonset/handlers.ts';

const labels = { app: 'agent' };

function setNamed(name: string): DaemonSet {
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name, namespace: 'default', uid: `uid-${name}` },
    spec: { selector: { matchLabels: labels } },
  } as unknown as DaemonSet;
}

const sets = [setNamed('agent'), setNamed('other')];

function ownedBy(name: string | undefined, metadata: object = {}): ControllerRevision {
  const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name, uid: `uid-${name}` };
  return {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: {
      name: 'revision',
      namespace: 'default',
      uid: 'uid-revision',
      labels,
      ...(name !== undefined && { ownerReferences: [{ ...owner, controller: true }] }),
      ...metadata,
    } as { ownerReferences?: OwnerReference[] },
  } as unknown as ControllerRevision;
}

/** The names of the sets that are queued when the change is seen. */
function woken(change: (handlers: ReturnType<typeof revisionHandlers>) => void): string[] {
  const keys: string[] = [];
  change(
    revisionHandlers({
      queue: { add: (key: string) => keys.push(key) } as unknown as WorkQueue,
      expectations: {} as Expectations,
      sets: {
        list: () => sets,
        get: (_: string, name: string) => sets.find(({ metadata }) => metadata.name === name),
      } as unknown as Lister<DaemonSet>,
    }),
  );
  return keys.map((key) => key.replace('default/', ''));
}

const cause = { timer: 'test' };
const deleted = { deletionTimestamp: '2026-01-01T00:00:00Z' };
const orphan = ownedBy(undefined);
const relabelled = ownedBy(undefined, { labels: { ...labels, more: 'x' } });

describe('a revision', () => {
  it.each<[string, ControllerRevision, string[]]>([
    ['of a set', ownedBy('agent'), []],
    ['of a set, that is being deleted', ownedBy('agent', deleted), ['agent']],
    ['without an owner', orphan, ['agent', 'other']],
    ['without an owner, that is being deleted', ownedBy(undefined, deleted), []],
  ])('that is created %s', (_, revision, expected) => {
    expect(woken((handlers) => handlers.added?.(revision, cause))).toEqual(expected);
  });

  it.each<[string, ControllerRevision, ControllerRevision, string[]]>([
    ['of a set', ownedBy('agent'), ownedBy('agent'), ['agent']],
    ['that changes owner', ownedBy('agent'), ownedBy('other'), ['agent', 'other']],
    ['that loses its owner', ownedBy('agent'), orphan, ['agent', 'agent', 'other']],
    ['that is adopted', orphan, ownedBy('other'), ['other']],
    ['without an owner', orphan, { ...orphan }, []],
    ['without an owner, with other labels', orphan, relabelled, ['agent', 'other']],
  ])('that is changed, %s', (_, old, revision, expected) => {
    expect(woken((handlers) => handlers.updated?.(revision, old, cause))).toEqual(expected);
  });

  it.each<[string, ControllerRevision, string[]]>([
    ['of a set', ownedBy('agent'), ['agent']],
    ['without an owner', orphan, []],
  ])('that is gone, %s', (_, revision, expected) => {
    expect(woken((handlers) => handlers.deleted?.(revision, cause))).toEqual(expected);
  });
});
