import { describe, expect, it } from 'vitest';
import { getCondition } from '#kinds';
import type { CustomResourceDefinition, CustomResourceDefinitionNames } from '#types';
import { named } from '../../../../controllers/customresourcedefinitions/naming.ts';

type Names = CustomResourceDefinitionNames;

const widget: Names = {
  plural: 'widgets',
  singular: 'widget',
  kind: 'Widget',
  listKind: 'WidgetList',
};

function definition(names: Names, accepted?: Names): CustomResourceDefinition {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${names.plural}.example.com`, uid: names.plural },
    spec: { group: 'example.com', scope: 'Namespaced', names, versions: [] },
    status: { acceptedNames: accepted ?? { kind: '', plural: '' }, storedVersions: ['v1'] },
  } as unknown as CustomResourceDefinition;
}

function outcome(wanted: Names, ...others: readonly CustomResourceDefinition[]) {
  const own = definition(wanted);
  const { status } = named(own, [own, ...others], 0);
  const condition = getCondition(status.conditions, 'NamesAccepted')!;
  const established = getCondition(status.conditions, 'Established')!;
  return {
    accepted: status.acceptedNames,
    naming: [condition.status, condition.reason, condition.message],
    established: [established.status, established.reason],
  };
}

describe('the names of a definition', () => {
  it('are accepted where they are free', () => {
    expect(outcome(widget)).toEqual({
      accepted: widget,
      naming: ['True', 'NoConflicts', 'no conflicts found'],
      established: ['False', 'Installing'],
    });
  });

  it.each<[string, Names]>([
    ['short names and categories', { ...widget, shortNames: ['wi', 'w'], categories: ['all'] }],
    ['no list kind', { ...widget, listKind: undefined as never }],
    ['another plural', { ...widget, plural: 'gadgets' }],
  ])('are accepted with %s, also in place of others', (_, names) => {
    const own = definition(names, { ...widget, shortNames: ['old'], categories: ['old'] });
    expect(outcome(names).accepted).toEqual(names);
    expect(named(own, [own], 0).status.acceptedNames).toEqual(names);
  });

  const taken = definition(
    { ...widget, plural: 'others', shortNames: ['wd'] },
    { ...widget, shortNames: ['wd', 'w2'] },
  );

  it.each<[string, Partial<Names>, string, string]>([
    ['plural', { plural: 'wd' }, 'PluralConflict', '"wd" is already in use'],
    ['singular', { singular: 'widgets' }, 'SingularConflict', '"widgets" is already in use'],
    [
      'short names',
      { shortNames: ['wd', 'x', 'w2'] },
      'ShortNamesConflict',
      '["wd" is already in use, "w2" is already in use]',
    ],
    ['kind', { kind: 'WidgetList' }, 'KindConflict', '"WidgetList" is already in use'],
    ['list kind', { listKind: 'Widget' }, 'ListKindConflict', '"Widget" is already in use'],
  ])('conflict: %s', (_, change, reason, message) => {
    const free = { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' };
    const { naming, established, accepted } = outcome({ ...free, ...change }, taken);
    expect(naming).toEqual(['False', reason, message]);
    expect(established).toEqual(['False', 'NotAccepted']);
    const [field] = Object.keys(change) as (keyof Names)[];
    expect(accepted![field!] ?? '').toBe('');
    expect(accepted).toMatchObject(
      Object.fromEntries(Object.entries(free).filter(([name]) => name !== field)),
    );
  });

  it('stay the same when nothing is to be written', () => {
    const settled = named(definition(widget), [], 0);
    expect(named(settled, [settled], 1000)).toBe(settled);
    const own = definition({ ...widget, plural: 'gadgets' });
    const refused = named(own, [own, taken], 0);
    expect(named(refused, [refused, taken], 1000)).toBe(refused);
  });

  it('do not end what is established', () => {
    const settled = named(definition(widget), [], 0);
    const { status } = settled;
    const conditions = status.conditions!.map((each) =>
      each.type === 'Established'
        ? { ...each, status: 'True', reason: 'InitialNamesAccepted' }
        : each,
    );
    const renamed = {
      ...settled,
      spec: { ...settled.spec, names: { ...widget, shortNames: ['wd'] } },
      status: { ...status, conditions },
    };
    const other = definition(
      { ...widget, plural: 'others' },
      {
        ...widget,
        plural: 'others',
        shortNames: ['wd'],
      },
    );
    const next = named(renamed, [renamed, other], 0);
    expect(getCondition(next.status.conditions, 'NamesAccepted')!.status).toBe('False');
    expect(getCondition(next.status.conditions, 'Established')!.status).toBe('True');
    expect(next.status.acceptedNames!.shortNames).toBeUndefined();
  });
});
