/** Server-side apply on parts of objects, along their shapes: the fields of a body, merging, and removals. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { Shapes, type FieldSet, type Shape } from '../../../../src/api/managed-fields/index.ts';
import { runToEnd } from '#values';
import {
  collecting,
  fieldsOf,
  merging,
  withoutFields,
  withStructs,
} from '../../../../src/api/patch/apply-values.ts';
import { deepFreeze } from './objects.ts';

const pod: Shape = new Shapes().of(new KindRegistry(defaultProfile).byName('Pod')!.schema);
const set = (...elements: readonly string[]): FieldSet =>
  Object.fromEntries(elements.map((element) => [element, {}]));
const a = 'k:{"name":"a"}';
const b = 'k:{"name":"b"}';

describe('the fields of a body', () => {
  it.each<[object, object | undefined]>([
    [{}, undefined],
    [{ none: 1 }, undefined],
    [{ spec: {} }, { 'f:spec': {} }],
    [{ spec: null }, { 'f:spec': {} }],
    [{ spec: { nodeName: 'n' } }, { 'f:spec': set('f:nodeName') }],
    [{ spec: { nodeName: undefined, containers: [] } }, undefined],
    [{ spec: { containers: null } }, { 'f:spec': set('f:containers') }],
    [
      { metadata: { labels: { x: '1', w: '2' }, finalizers: ['f/b', 'f/a'] } },
      {
        'f:metadata': {
          'f:finalizers': set('v:"f/a"', 'v:"f/b"'),
          'f:labels': set('f:w', 'f:x'),
        },
      },
    ],
    [{ metadata: { labels: {} } }, { 'f:metadata': set('f:labels') }],
    [
      { spec: { containers: [{ name: 'b' }, { name: 'a', image: 'i', env: [] }] } },
      {
        'f:spec': {
          'f:containers': {
            [a]: set('.', 'f:image', 'f:name'),
            [b]: set('.', 'f:name'),
          },
        },
      },
    ],
    [
      { spec: { securityContext: { runAsUser: 1 } } },
      { 'f:spec': { 'f:securityContext': set('f:runAsUser') } },
    ],
  ])('%j', (body, fields) => {
    expect(fieldsOf(pod, body)).toEqual(fields);
  });

  it('can have the structs around them too', () => {
    const body = {
      metadata: { labels: { x: '1' }, finalizers: ['f'] },
      spec: {
        securityContext: { runAsUser: 1 },
        containers: [{ name: 'a', resources: { limits: { cpu: '1' } } }],
      },
    };
    const found = runToEnd(withStructs(pod, fieldsOf(pod, body)));
    expect(found).toEqual({
      'f:metadata': {
        '.': {},
        'f:finalizers': set('.', 'v:"f"'),
        'f:labels': set('.', 'f:x'),
      },
      'f:spec': {
        '.': {},
        'f:containers': {
          '.': {},
          [a]: {
            ...set('.', 'f:name'),
            'f:resources': { '.': {}, 'f:limits': set('.', 'f:cpu') },
          },
        },
        'f:securityContext': set('.', 'f:runAsUser'),
      },
    });
    expect(runToEnd(collecting(pod, body, true))).toEqual(found);
    expect(runToEnd(collecting(pod, body))).toEqual(fieldsOf(pod, body));
    expect(runToEnd(withStructs(pod, found))).toEqual(found);
    expect(runToEnd(withStructs(pod, undefined))).toBeUndefined();
  });
});

describe('an object with a body merged in', () => {
  const live = deepFreeze({
    metadata: { labels: { x: '1' }, finalizers: ['f', 'g'] },
    spec: {
      nodeName: 'n',
      containers: [
        { name: 'a', image: 'i', args: ['1'] },
        { name: 'b', image: 'j' },
      ],
    },
  });

  it.each<[object]>([
    [{}],
    [{ spec: undefined }],
    [{ spec: {} }],
    [{ spec: { nodeName: 'n', containers: [] } }],
    [{ metadata: { labels: null, finalizers: ['f', 'g'] } }],
    [{ spec: { containers: [{ name: 'a', image: 'i' }, { name: 'b' }] } }],
  ])('is the same where %j says what is there', (body) => {
    const { metadata, spec } = runToEnd(merging(pod, live, body)) as typeof live;
    expect({ metadata, spec }).toEqual(live);
    expect(spec).toBe(live.spec);
    expect(metadata).toBe(live.metadata);
  });

  it.each<[object, object]>([
    [{ metadata: { labels: { w: '2', x: '3' } } }, { metadata: { labels: { x: '3', w: '2' } } }],
    [{ metadata: { finalizers: ['h', 'g'] } }, { metadata: { finalizers: ['f', 'h', 'g'] } }],
    [{ spec: { nodeName: null, priority: 5 } }, { spec: { nodeName: null, priority: 5 } }],
    [
      { spec: { containers: [{ name: 'c' }, { name: 'a', image: 'k', args: ['2'] }] } },
      {
        spec: {
          containers: [
            { name: 'c' },
            { name: 'a', image: 'k', args: ['2'] },
            { name: 'b', image: 'j' },
          ],
        },
      },
    ],
    [{ spec: { tolerations: [] } }, { spec: { tolerations: [] } }],
  ])('%j', (body, changed) => {
    const merged = runToEnd(merging(pod, live, body)) as Record<string, object>;
    expect(merged).toMatchObject(changed);
    for (const [part, fields] of Object.entries(changed)) {
      const before = (live as unknown as Record<string, object>)[part];
      expect(merged[part]).toEqual({ ...before, ...(fields as object) });
    }
  });

  it('is the body where nothing is there', () => {
    const body = { spec: { nodeName: 'n' } };
    expect(runToEnd(merging(pod, undefined, body))).toBe(body);
    expect(runToEnd(merging(pod, null, body))).toBe(body);
    expect(runToEnd(merging(pod, {}, null))).toBeNull();
    expect(runToEnd(merging(pod, body, undefined))).toBe(body);
  });
});

describe('an object without fields', () => {
  const object = deepFreeze({
    metadata: { labels: { x: '1', y: '2' }, finalizers: ['f', 'g'] },
    spec: { nodeName: 'n', containers: [{ name: 'a', image: 'i' }, { name: 'b' }] },
    status: null,
  });
  const { metadata, spec, status } = object;

  it.each<[string, object, object]>([
    [
      'a field',
      { 'f:spec': set('f:nodeName') },
      { metadata, spec: { containers: spec.containers }, status },
    ],
    ['a struct', { 'f:spec': {} }, { metadata, status }],
    ['a struct that is a member', { 'f:spec': set('.', 'f:nodeName') }, { metadata, status }],
    [
      'all parts of a struct',
      { 'f:spec': set('f:nodeName', 'f:containers') },
      { metadata, spec: null, status },
    ],
    [
      'a key of a map and a member of a set',
      { 'f:metadata': { 'f:labels': set('f:x'), 'f:finalizers': set('v:"f"') } },
      { metadata: { labels: { y: '2' }, finalizers: ['g'] }, spec, status },
    ],
    [
      'all of them',
      {
        'f:metadata': {
          'f:labels': set('f:x', 'f:y'),
          'f:finalizers': set('v:"f"', 'v:"g"'),
        },
      },
      { metadata: { labels: null, finalizers: null }, spec, status },
    ],
    [
      'an element, and a field of another',
      { 'f:spec': { 'f:containers': { [a]: set('f:image'), [b]: {} } } },
      { metadata, spec: { nodeName: 'n', containers: [{ name: 'a' }] }, status },
    ],
    [
      'all elements',
      { 'f:spec': { 'f:containers': set(a, b) } },
      { metadata, spec: { nodeName: 'n', containers: null }, status },
    ],
    ['what is not there', { 'f:status': set('f:phase'), 'f:x': {} }, object],
  ])('%s', (_, gone, rest) => {
    expect(runToEnd(withoutFields(pod, object, gone as FieldSet))).toStrictEqual(rest);
  });

  it('has empty lists and maps as before', () => {
    const empty = { metadata: { labels: {}, finalizers: [] }, spec: { containers: [] } };
    const gone = {
      'f:metadata': { 'f:labels': set('f:x'), 'f:finalizers': set('v:"f"') },
      'f:spec': { 'f:containers': { [a]: set('f:image') } },
    };
    expect(runToEnd(withoutFields(pod, empty, gone))).toStrictEqual(empty);
    expect(runToEnd(withoutFields(pod, object, undefined))).toBe(object);
  });
});
