/** What selectors select. */
import { describe, expect, it } from 'vitest';
import { configMap, defaultProfile, namespace, node, pod, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import { prefixOf, Selections } from '../../../src/api/selection.ts';

const selections = new Selections(defaultProfile);
const object = {
  metadata: { name: 'x', namespace: 'a', labels: { app: 'web', tier: 'front' } },
  spec: { nodeName: 'n', restartPolicy: 'Always' },
  status: { phase: 'Running' },
} as unknown as KubeObject;

const of = (kind: unknown): Kind => kind as Kind;

describe('a selection', () => {
  it.each([
    ['app=web', '', true],
    ['app!=web', '', false],
    ['app in (web,db),tier', '', true],
    ['', 'metadata.name=x', true],
    ['', 'metadata.name!=x', false],
    ['', 'metadata.name=y', false],
    ['', 'metadata.namespace=a', true],
    ['', 'metadata.namespace=b', false],
    ['', 'metadata.name=x,metadata.namespace=b', false],
    ['', 'spec.nodeName=n,status.phase=Running', true],
    ['', 'spec.nodeName=n,status.phase!=Running', false],
    ['app=web', 'spec.nodeName=n', true],
    ['app=db', 'spec.nodeName=n', false],
    ['app=web', 'spec.nodeName=m', false],
  ])('by labels "%s" and fields "%s": %s', (labelSelector, fieldSelector, isSelected) => {
    for (let times = 0; times < 2; times++) {
      const filter = selections.filterOf(of(pod), { labelSelector, fieldSelector });
      expect(filter!(object)).toBe(isSelected);
    }
  });

  it.each([{}, { labelSelector: '', fieldSelector: '' }, { labelSelector: ' ' }])(
    '%j takes all',
    (selection) => {
      expect(selections.filterOf(of(pod), selection)).toBeUndefined();
    },
  );

  it('knows no namespace of objects without one', () => {
    const filter = selections.filterOf(of(configMap), { fieldSelector: 'metadata.namespace=' });
    const cluster = { metadata: { name: 'x' } } as KubeObject;
    expect([filter!(cluster), filter!(object)]).toEqual([true, false]);
  });

  it.each<[kind: unknown, selection: object, message: string]>([
    [
      configMap,
      { fieldSelector: 'data.x=1' },
      '"data.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
    ],
    [pod, { fieldSelector: 'spec.image=1' }, 'field label not supported: spec.image'],
    [node, { fieldSelector: 'metadata.namespace=a' }, 'metadata.namespace'],
    [pod, { labelSelector: 'a in b' }, 'unable to parse'],
    [pod, { fieldSelector: 'a' }, 'a'],
  ])('is refused', (kind, selection, message) => {
    expect(() => selections.filterOf(of(kind), selection)).toThrow(message);
  });

  it('is checked after it is parsed, and before its fields are', () => {
    const check = (): never => {
      throw new Error('checked');
    };
    const filterOf = (fieldSelector: string) => () =>
      selections.filterOf(of(pod), { fieldSelector }, check);
    expect(filterOf('a')).not.toThrow('checked');
    expect(filterOf('spec.image=1')).toThrow('checked');
  });
});

it.each([
  [pod, 'a', 'a/'],
  [pod, '', ''],
  [pod, undefined, ''],
  [namespace, 'a', ''],
])('the keys of a selection begin with its namespace', (kind, name, prefix) => {
  expect(prefixOf(of(kind), { namespace: name! })).toBe(prefix);
});
