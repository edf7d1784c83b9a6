/** Which changes of ControllerRevisions and nodes wake a DaemonSet: v1.24's table. */
import { describe, expect, it } from 'vitest';
import type { ControllerRevision, DaemonSet, Node, OwnerReference, Taint } from '#types';
import type { Expectations, Lister, WorkQueue } from '#runtime';
import {
  nodeHandlers,
  revisionHandlers,
  type HandlerContext,
} from '../../../../controllers/daemonset/handlers.ts';
import { makeNode } from '../objects.ts';

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
function woken(change: (context: HandlerContext) => void, known = sets): string[] {
  const keys: string[] = [];
  change({
    queue: { add: (key: string) => keys.push(key) } as unknown as WorkQueue,
    expectations: {} as Expectations,
    sets: {
      list: () => known,
      get: (_: string, name: string) => known.find(({ metadata }) => metadata.name === name),
    } as unknown as Lister<DaemonSet>,
  });
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
    expect(woken((context) => revisionHandlers(context).added?.(revision, cause))).toEqual(
      expected,
    );
  });

  it.each<[string, ControllerRevision, ControllerRevision, string[]]>([
    ['of a set', ownedBy('agent'), ownedBy('agent'), ['agent']],
    ['that changes owner', ownedBy('agent'), ownedBy('other'), ['agent', 'other']],
    ['that loses its owner', ownedBy('agent'), orphan, ['agent', 'agent', 'other']],
    ['that is adopted', orphan, ownedBy('other'), ['other']],
    ['without an owner', orphan, { ...orphan }, []],
    ['without an owner, with other labels', orphan, relabelled, ['agent', 'other']],
  ])('that is changed, %s', (_, old, revision, expected) => {
    expect(woken((context) => revisionHandlers(context).updated?.(revision, old, cause))).toEqual(
      expected,
    );
  });

  it.each<[string, ControllerRevision, string[]]>([
    ['of a set', ownedBy('agent'), ['agent']],
    ['without an owner', orphan, []],
  ])('that is gone, %s', (_, revision, expected) => {
    expect(woken((context) => revisionHandlers(context).deleted?.(revision, cause))).toEqual(
      expected,
    );
  });
});

describe('a node', () => {
  const onDisk = { ...setNamed('on-disk'), spec: specWith({ nodeSelector: { disk: 'ssd' } }) };
  const anywhere = { ...setNamed('anywhere'), spec: specWith({}) };
  const both = [onDisk, anywhere];
  const plain = makeNode('n1');
  const ssd = makeNode('n1', { metadata: { labels: { disk: 'ssd' } } });
  const tainted = (...taints: readonly Taint[]): Node => ({ ...plain, spec: { taints } });
  const noSchedule = { key: 'maintenance', effect: 'NoSchedule' } as const;
  const noExecute = { key: 'maintenance', effect: 'NoExecute' } as const;

  it('that is new wakes the sets that want a pod there', () => {
    const added = (node: Node): string[] =>
      woken((context) => nodeHandlers(context).added?.(node, cause), both);
    expect(added(plain)).toEqual(['anywhere']);
    expect(added(ssd)).toEqual(['on-disk', 'anywhere']);
  });

  it.each<[string, Node, Node, string[]]>([
    ['another status', plain, { ...plain, status: {} }, []],
    ['a label that a set asks for', plain, ssd, ['on-disk']],
    ['a label less', ssd, plain, ['on-disk']],
    [
      'a label that no set asks for',
      ssd,
      makeNode('n1', { metadata: { labels: { disk: 'ssd', a: 'b' } } }),
      [],
    ],
    ['a taint against new pods', plain, tainted(noSchedule), ['anywhere']],
    [
      'a taint against all pods, after one against new ones',
      tainted(noSchedule),
      tainted(noExecute),
      ['anywhere'],
    ],
    ['no taint any more', tainted(noExecute), plain, ['anywhere']],
  ])('with %s', (_, old, node, expected) => {
    const updated = woken((context) => nodeHandlers(context).updated?.(node, old, cause), both);
    expect(updated).toEqual(expected);
  });
});

function specWith(spec: object): DaemonSet['spec'] {
  return { selector: { matchLabels: labels }, template: { spec: { containers: [], ...spec } } };
}
