/** What a definition says about its kind, as the API uses it. */
import { describe, expect, it } from 'vitest';
import { customKinds } from '#custom';
import type { CustomResourceDefinition } from '#types';
import { defaultProfile, type Kind } from '#kinds';
import { definition, version, widgets } from '../../support/custom.ts';

type Names = CustomResourceDefinition['spec']['names'];

function kindOf(names: Partial<Names>, spec: Partial<CustomResourceDefinition['spec']> = {}): Kind {
  const base = widgets({ type: 'object' });
  const [kind] = customKinds(
    {
      ...base,
      spec: { ...base.spec, ...spec, names: { ...base.spec.names, ...names } },
    },
    defaultProfile,
  );
  return kind!;
}

describe('a kind', () => {
  it.each<[names: Partial<Names>, found: object]>([
    [{}, {}],
    [{ shortNames: ['w', 'wi'] }, { shortNames: ['w', 'wi'] }],
    [{ categories: ['all'] }, { categories: ['all'] }],
  ])('with names %j', (names, found) => {
    const kind = kindOf(names);
    expect(kind).toMatchObject({ plural: 'widgets', kind: 'Widget' });
    expect(kind.names).toStrictEqual(found);
  });

  it.each<[names: Partial<Names>, singular: string, listKind: string]>([
    [{}, 'widget', 'WidgetList'],
    [{ singular: '', listKind: '' }, 'widget', 'WidgetList'],
    [{ singular: 'wid', listKind: 'Wids' }, 'wid', 'Wids'],
  ])('%j has the names %s and %s', (names, singular, listKind) => {
    expect(kindOf(names).custom).toMatchObject({ singular, listKind });
  });

  it.each([
    ['Namespaced', true],
    ['Cluster', false],
  ] as const)('of scope %s', (scope, namespaced) => {
    expect(kindOf({}, { scope }).namespaced).toBe(namespaced);
  });

  it('is there for each served version, in the version that is stored', () => {
    const schema = { type: 'object' };
    const kinds = customKinds(
      definition([
        { ...version('v1', schema), storage: true },
        { ...version('v1beta1', schema), deprecated: true },
        { ...version('v1alpha1', schema), deprecated: true, deprecationWarning: 'use v1' },
        { ...version('v2', schema), served: false },
      ]),
      defaultProfile,
    );
    expect(kinds.map((kind) => [kind.version, kind.deprecation])).toEqual([
      ['v1', undefined],
      ['v1beta1', 'example.com/v1beta1 Widget is deprecated; use example.com/v1 Widget'],
      ['v1alpha1', 'use v1'],
    ]);
  });
});
