/** What a deletion does to an object. */
import { describe, expect, it } from 'vitest';
import { configMap, event, pod, type Kind } from '#kinds';
import { formatTime, parseTime, type KubeObject } from '#values';
import type { ObjectMeta } from '#types';
import type { DeleteOptions } from '#request';
import {
  finalizersFor,
  markDeleting,
  planAtOnce,
  planDeletion,
  withGracePeriod,
} from '../../../src/api/deletion.ts';
import type { Resource } from '../../../src/api/resource.ts';

const noon = '2026-01-01T12:00:00Z';
const now = parseTime(noon);
const at = (seconds: number): string => formatTime(now + seconds * 1000);

const resourceOf = (kind: unknown): Resource => ({ kind: kind as Kind }) as Resource;
const [pods, maps] = [resourceOf(pod), resourceOf(configMap)];
const orphaning = resourceOf({ ...configMap, wire: { defaultPropagation: 'Orphan' } });

function object(metadata: Partial<ObjectMeta>): KubeObject {
  return {
    metadata: { name: 'x', ...metadata },
    spec: { nodeName: 'n', terminationGracePeriodSeconds: 30 },
  } as unknown as KubeObject;
}

/** The metadata afterwards, and whether the object is removed. */
function planned(
  resource: Resource,
  metadata: Partial<ObjectMeta>,
  options: DeleteOptions,
): readonly [metadata: Partial<ObjectMeta>, removes: boolean] {
  const { marked, removes } = planDeletion(resource, object(metadata), options, now);
  const { name, ...rest } = marked.metadata as ObjectMeta;
  expect(name).toBe('x');
  return [rest, removes];
}

describe('an object without a grace period', () => {
  it('is removed as it is', () => {
    const old = object({ generation: 1 });
    expect(planDeletion(maps, old, {}, now)).toEqual({ marked: old, removes: true });
    expect(planAtOnce(pods, old, { gracePeriodSeconds: 5 }, now).removes).toBe(true);
  });

  it('stays, marked, while it has finalizers', () => {
    const kept = { finalizers: ['a/b'], deletionTimestamp: noon, deletionGracePeriodSeconds: 0 };
    expect(planned(maps, { finalizers: ['a/b'], generation: 3 }, {})).toEqual([
      { ...kept, generation: 4 },
      false,
    ]);
    expect(planned(maps, { ...kept, generation: 4 }, {})).toEqual([
      { ...kept, generation: 4 },
      false,
    ]);
  });
});

describe('a pod', () => {
  const marked = (seconds: number): Partial<ObjectMeta> => ({
    deletionTimestamp: at(seconds),
    deletionGracePeriodSeconds: seconds,
  });

  it.each<[metadata: Partial<ObjectMeta>, options: DeleteOptions, found: object, removes: boolean]>(
    [
      [{}, {}, marked(30), false],
      [{}, { gracePeriodSeconds: 5 }, marked(5), false],
      [{}, { gracePeriodSeconds: 0 }, marked(0), true],
      [
        { finalizers: ['a/b'] },
        { gracePeriodSeconds: 0 },
        { ...marked(0), finalizers: ['a/b'] },
        false,
      ],
      [marked(30), {}, marked(30), false],
      [marked(30), { gracePeriodSeconds: 30 }, marked(30), false],
      [marked(30), { gracePeriodSeconds: 40 }, marked(30), false],
      [marked(30), { gracePeriodSeconds: 10 }, marked(10), false],
      [marked(30), { gracePeriodSeconds: -1 }, marked(1), false],
      [marked(30), { gracePeriodSeconds: 0 }, marked(0), true],
      [
        { ...marked(30), finalizers: ['a/b'] },
        { gracePeriodSeconds: 0 },
        { ...marked(0), finalizers: ['a/b'] },
        false,
      ],
      [{ deletionTimestamp: noon }, {}, { deletionTimestamp: noon }, true],
      [
        { ...marked(0), finalizers: ['orphan'] },
        {},
        { ...marked(0), finalizers: ['orphan'] },
        false,
      ],
      [
        { ...marked(0), finalizers: ['orphan'] },
        { propagationPolicy: 'Foreground' },
        { ...marked(0), finalizers: ['foregroundDeletion'] },
        false,
      ],
      [
        { ...marked(0), finalizers: ['a/b', 'orphan'] },
        { orphanDependents: false, gracePeriodSeconds: 5 },
        { ...marked(0), finalizers: ['a/b'] },
        false,
      ],
      [
        { ...marked(0), finalizers: ['orphan'] },
        { propagationPolicy: 'Background' },
        { ...marked(0), finalizers: ['orphan'] },
        true,
      ],
      [
        { ...marked(5), finalizers: ['orphan'] },
        { propagationPolicy: 'Foreground' },
        { ...marked(5), finalizers: ['orphan'] },
        false,
      ],
    ],
  )('with %j, deleted by %j', (metadata, options, found, removes) => {
    expect(planned(pods, metadata, options)).toEqual([found, removes]);
  });

  it('gets the grace period of its spec, once', () => {
    expect(withGracePeriod(pods, object({}), {})).toEqual({ gracePeriodSeconds: 30 });
    expect(withGracePeriod(pods, object({}), { gracePeriodSeconds: 3 })).toEqual({
      gracePeriodSeconds: 3,
    });
    expect(withGracePeriod(pods, object(marked(5)), {})).toEqual({});
    expect(withGracePeriod(maps, object({}), {})).toEqual({});
  });
});

describe('a mark', () => {
  it('may have no grace period', () => {
    const { metadata } = markDeleting(object({}), [], now, undefined);
    expect(metadata).toEqual({ name: 'x', deletionTimestamp: noon });
  });

  it('stays as it is when it is set again, and drops finalizers that are gone', () => {
    const marked = markDeleting(object({ finalizers: ['a/b'] }), ['a/b'], now, 0);
    expect(markDeleting(marked, marked.metadata.finalizers!, now + 5000, 0)).toBe(marked);
    const { metadata } = markDeleting(marked, [], now + 5000, 0);
    expect(metadata).toEqual({
      name: 'x',
      deletionTimestamp: noon,
      deletionGracePeriodSeconds: 0,
    });
    expect(markDeleting(marked, ['a/b'], now + 5000, 7).metadata).toMatchObject({
      deletionTimestamp: noon,
      deletionGracePeriodSeconds: 7,
    });
  });
});

describe('the finalizers of the garbage collector', () => {
  it.each<[present: readonly string[], options: DeleteOptions, found: readonly string[]]>([
    [[], {}, []],
    [['a/b'], {}, ['a/b']],
    [['orphan'], {}, ['orphan']],
    [['foregroundDeletion', 'a/b'], {}, ['foregroundDeletion', 'a/b']],
    [['orphan', 'foregroundDeletion'], {}, ['orphan']],
    [[], { propagationPolicy: 'Orphan' }, ['orphan']],
    [[], { propagationPolicy: 'Foreground' }, ['foregroundDeletion']],
    [['a/b'], { propagationPolicy: 'Foreground' }, ['a/b', 'foregroundDeletion']],
    [['orphan'], { propagationPolicy: 'Foreground' }, ['foregroundDeletion']],
    [['orphan', 'a/b'], { propagationPolicy: 'Background' }, ['a/b']],
    [['foregroundDeletion'], { propagationPolicy: 'Orphan' }, ['orphan']],
    [[], { orphanDependents: true }, ['orphan']],
    [['orphan'], { orphanDependents: false }, []],
  ])('%j by %j', (present, options, found) => {
    expect(finalizersFor(maps, { name: 'x', finalizers: present } as ObjectMeta, options)).toEqual(
      found,
    );
  });

  it('are those of the kind where neither options nor object say anything', () => {
    expect(finalizersFor(orphaning, { name: 'x' } as ObjectMeta, {})).toEqual(['orphan']);
    const foreground = { name: 'x', finalizers: ['foregroundDeletion'] } as unknown as ObjectMeta;
    expect(finalizersFor(orphaning, foreground, {})).toBe(foreground.finalizers);
    const options = { propagationPolicy: 'Background' } as const;
    expect(finalizersFor(orphaning, { name: 'x' } as ObjectMeta, options)).toEqual([]);
  });

  it.each<[DeleteOptions]>([
    [{}],
    [{ propagationPolicy: 'Foreground' }],
    [{ propagationPolicy: 'Orphan' }],
    [{ orphanDependents: true }],
  ])('are none for events, by %j: nothing depends on them', (options) => {
    const finalizers = ['a/b', 'orphan', 'foregroundDeletion'];
    const metadata = { name: 'x', finalizers } as unknown as ObjectMeta;
    expect(finalizersFor(resourceOf(event), metadata, options)).toEqual(['a/b']);
  });
});
