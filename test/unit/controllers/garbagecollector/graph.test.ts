import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { DependencyGraph } from '../../../../controllers/garbagecollector/graph.ts';
import { keyFor, uidIn } from '../../../../controllers/garbagecollector/node.ts';
import { KindRegistry } from '#catalog';
import { node, pod, defaultProfile } from '#kinds';
import type { ObjectMeta, OwnerReference } from '#types';
import { makeNode, makePod } from '../objects.ts';

const cause = { revision: 1 };
const deletionTimestamp = '2026-11-20T20:00:00Z';

/** What the graph asks to look at: `delete pod-1`, `orphan pod-1`. */
let asked: string[];
let graph: DependencyGraph;

beforeEach(() => {
  asked = [];
  graph = new DependencyGraph(new KindRegistry(defaultProfile), {
    toDelete: ({ uid }) => asked.push(`delete ${uid}`),
    toOrphan: ({ uid }) => asked.push(`orphan ${uid}`),
  });
});

/** Objects are pods named after their uids. */
function reference(uid: string, parts: Partial<OwnerReference> = {}): OwnerReference {
  return { apiVersion: 'v1', kind: 'Pod', name: uid.replace('uid-', ''), uid, ...parts };
}

function see(
  name: string,
  owners: readonly (string | OwnerReference)[] = [],
  metadata: Partial<ObjectMeta> = {},
): void {
  const ownerReferences = owners.map((owner) =>
    typeof owner === 'string' ? reference(`uid-${owner}`) : owner,
  );
  graph.observe(pod, makePod(name, {}, { ownerReferences, ...metadata }), cause);
}

const blocking = (name: string) => reference(`uid-${name}`, { blockOwnerDeletion: true });
const waiting = { deletionTimestamp, finalizers: ['foregroundDeletion'] };

/** What was asked for since the last time. */
function newlyAsked(): readonly string[] {
  const news = asked;
  asked = [];
  return news;
}

describe('the graph', () => {
  test('asks for nothing while owners are there', () => {
    see('owner');
    see('child', ['owner']);
    see('child', ['owner'], { labels: { a: '1' } });
    expect(asked).toEqual([]);
    expect(graph.get('uid-owner')?.dependents?.size).toBe(1);
  });

  test('has owners verified that were never observed', () => {
    see('child', ['owner']);
    expect(newlyAsked()).toEqual(['delete uid-owner']);
    see('owner');
    expect(newlyAsked()).toEqual([]);
    expect(graph.get('uid-owner')).toMatchObject({ isVirtual: false });
    graph.forget('uid-owner', cause);
    expect(newlyAsked()).toEqual(['delete uid-child']);
  });

  test('looks again at who names owners of unknown kinds, once others are served', () => {
    for (const name of ['there', 'gone']) {
      see(name, [reference('uid-widget', { apiVersion: 'example.com/v1', kind: 'Widget' })]);
    }
    graph.forget('uid-gone', cause);
    newlyAsked();
    graph.resolveAgain(cause);
    expect(newlyAsked()).toEqual(['delete uid-there']);
  });

  test('looks at the dependents of an owner that never was', () => {
    see('a', ['owner']);
    see('b', ['owner']);
    newlyAsked();
    graph.confirmMissing(graph.get('uid-owner')!, cause);
    expect(newlyAsked()).toEqual(['delete uid-a', 'delete uid-b']);
    expect(graph.get('uid-owner')).toBeUndefined();
    expect(graph.absent.has(reference('uid-owner'), 'default')).toBe(true);
    expect(graph.absent.has(reference('uid-owner'), 'other')).toBe(false);
  });

  test('tries the other names of an owner that never was', () => {
    see('a', ['owner']);
    see('b', [reference('uid-owner', { name: 'other' })]);
    expect(newlyAsked()).toEqual(['delete uid-owner', 'delete uid-b']);
    graph.confirmMissing(graph.get('uid-owner')!, cause);
    expect(newlyAsked()).toEqual(['delete uid-a', 'delete uid-owner']);
    expect(graph.get('uid-owner')).toMatchObject({ name: 'other', isVirtual: true });
  });

  test('does not refute what has been seen in the meantime', () => {
    see('child', ['owner']);
    const virtual = graph.get('uid-owner')!;
    see('owner');
    graph.confirmMissing(virtual, cause);
    expect(graph.get('uid-owner')).toBe(virtual);
  });

  test('forgets an owner that was never observed with the last that names it', () => {
    see('child', ['owner']);
    see('child', []);
    expect(graph.get('uid-owner')).toBeUndefined();
    expect(graph.size).toBe(1);
  });

  test('leaves owners of unknown kinds out', () => {
    see('child', [reference('uid-owner', { kind: 'Bogus' })]);
    expect(asked).toEqual([]);
    expect(graph.size).toBe(1);
  });

  test('looks at what names its owner wrongly', () => {
    see('owner');
    see('child', [reference('uid-owner', { name: 'other' })]);
    expect(newlyAsked()).toEqual(['delete uid-child']);
    expect(graph.get('uid-child')?.misplacedOwners).toBeUndefined();
  });

  test.each([
    ['before', true],
    ['after', false],
  ])('looks at what has its owner elsewhere, seen %s it', (_when, ownerFirst) => {
    const seeOwner = () => see('owner', [], { namespace: 'other' });
    if (ownerFirst) seeOwner();
    see('child', ['owner']);
    if (!ownerFirst) seeOwner();
    expect(newlyAsked()).toContain('delete uid-child');
    expect(graph.get('uid-child')?.misplacedOwners).toEqual(['uid-owner']);
  });

  test('lets owners without a namespace have dependents anywhere', () => {
    graph.observe(node, makeNode('n1'), cause);
    see('child', [{ apiVersion: 'v1', kind: 'Node', name: 'n1', uid: 'uid-n1' }]);
    expect(asked).toEqual([]);
  });
});

describe('deletion in the foreground', () => {
  test('looks at all dependents, then at the owner', () => {
    see('owner');
    see('a', ['owner']);
    see('b', [blocking('owner')]);
    see('owner', [], waiting);
    expect(newlyAsked()).toEqual(['delete uid-a', 'delete uid-b', 'delete uid-owner']);
    see('owner', [], { ...waiting, labels: { a: '1' } });
    expect(newlyAsked()).toEqual([]);
  });

  test('continues when the last dependent that blocks is gone', () => {
    see('owner');
    see('a', [blocking('owner')]);
    see('b', [blocking('owner')]);
    see('c', ['owner']);
    see('owner', [], waiting);
    newlyAsked();
    graph.forget('uid-a', cause);
    expect(newlyAsked()).toEqual([]);
    graph.forget('uid-b', cause);
    expect(newlyAsked()).toEqual(['delete uid-owner']);
  });

  test.each<[string, readonly (string | OwnerReference)[]]>([
    ['blocks no longer', ['owner']],
    ['is no longer a dependent', []],
  ])('continues when the last one %s', (_what, owners) => {
    see('owner');
    see('a', [blocking('owner')]);
    see('owner', [], waiting);
    newlyAsked();
    see('a', owners);
    expect(newlyAsked()).toEqual(['delete uid-owner']);
  });

  test('looks after dependents that have come late when another one goes', () => {
    see('owner');
    see('a', [blocking('owner')]);
    see('b', [blocking('owner')]);
    see('owner', [], waiting);
    see('late', [blocking('owner')]);
    newlyAsked();
    graph.forget('uid-a', cause);
    expect(newlyAsked()).toEqual(['delete uid-owner']);
  });

  test('finds out about itself when it has begun before', () => {
    see('owner', [], waiting);
    expect(newlyAsked()).toEqual(['delete uid-owner']);
  });
});

test('orphaning is asked for once', () => {
  see('owner');
  see('owner', [], { deletionTimestamp, finalizers: ['orphan'] });
  see('owner', [], { deletionTimestamp, finalizers: ['orphan'], labels: { a: '1' } });
  expect(asked).toEqual(['orphan uid-owner']);
});

test('a key tells the object to people, and the uid to the collector', () => {
  see('a');
  const key = keyFor(graph.get('uid-a')!);
  expect(key).toBe('pods default/a uid-a');
  expect(uidIn(key)).toBe('uid-a');
});

describe('after any events', () => {
  const names = ['a', 'b', 'c', 'd'];
  const name = fc.constantFrom(...names);
  const owners = fc.array(fc.record({ name, blocks: fc.boolean() }), { maxLength: 3 });
  const events = fc.array(fc.record({ name, gone: fc.boolean(), owners }), { maxLength: 40 });

  test('links and counts are those of the last states', () => {
    fc.assert(
      fc.property(events, (history) => {
        graph = new DependencyGraph(new KindRegistry(defaultProfile), {
          toDelete() {},
          toOrphan() {},
        });
        const present = new Map<string, ReadonlyMap<string, boolean>>();
        for (const event of history) {
          if (event.gone) {
            graph.forget(`uid-${event.name}`, cause);
            present.delete(event.name);
            continue;
          }
          see(
            event.name,
            event.owners.map((owner) =>
              owner.blocks ? blocking(owner.name) : reference(`uid-${owner.name}`),
            ),
          );
          present.set(event.name, new Map(event.owners.map((owner) => [owner.name, owner.blocks])));
        }
        for (const owner of names) checkOwner(owner, present);
      }),
    );
  });

  /** Dependents that outlived an owner of the same name may be unlinked: uids do not come back. */
  function checkOwner(
    owner: string,
    present: ReadonlyMap<string, ReadonlyMap<string, boolean>>,
  ): void {
    const found = graph.get(`uid-${owner}`);
    if (found === undefined) {
      expect(present.has(owner)).toBe(false);
      return;
    }
    const dependents = [...(found.dependents ?? [])];
    for (const dependent of dependents) {
      const claims = present.get(dependent.name);
      expect(claims?.has(owner)).toBe(true);
    }
    const blocked = dependents.filter(({ name }) => present.get(name)!.get(owner));
    expect(found.blocking).toBe(blocked.length);
    expect(found.isVirtual).toBe(!present.has(owner));
    if (found.isVirtual) expect(dependents.length).toBeGreaterThan(0);
  }
});
