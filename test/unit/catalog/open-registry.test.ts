/** Kinds that come and go, and how resources are found by name. */
import { expect, it } from 'vitest';
import { configMap, type Kind, defaultProfile } from '#kinds';
import { KindRegistry, OpenRegistry } from '#catalog';
import {
  discoveryOf,
  failureText,
  preferredResources,
  ResourceMapper,
  supports,
  verbsOf,
} from '../../../src/catalog/discovery.ts';

const kindOf = (more: object): Kind =>
  ({
    ...configMap,
    group: 'example.com',
    version: 'v1',
    kind: 'Widget',
    plural: 'widgets',
    ...more,
  }) as Kind;

it('a kind is added at the end and removed again', () => {
  const before = new KindRegistry(defaultProfile).all;
  const registry = new OpenRegistry(defaultProfile, before);
  const widget = kindOf({ names: { shortNames: ['wd'] } });
  registry.register(widget);
  expect(registry.all).toEqual([...before, widget]);
  expect(registry.byKind('example.com/v1', 'Widget')).toBe(widget);
  expect(
    ['wd', 'widget', 'widgets', 'wd.example.com'].map((name) => registry.byName(name)),
  ).toEqual(Array(4).fill(widget));
  registry.remove(widget);
  expect(registry.all).toEqual(before);
  expect(registry.byName('wd')).toBeUndefined();
  expect(() => registry.remove(widget)).toThrow(
    new Error('there are no widgets in example.com/v1'),
  );
});

it.each<[second: object, why: string]>([
  [{ kind: 'Other' }, 'there are widgets in example.com/v1 already'],
  [{ plural: 'others' }, 'there is a kind Widget in example.com/v1 already'],
])('a kind is not added beside %j', (second, why) => {
  const registry = new OpenRegistry(defaultProfile, [kindOf({})]);
  expect(() => registry.register(kindOf(second))).toThrow(new Error(why));
  expect(registry.all).toHaveLength(1);
});

it('definitions replace each other, and hide no built-in kind', () => {
  const built = kindOf({});
  const registry = new OpenRegistry(defaultProfile, [built]);
  const custom = (more: object): Kind => kindOf({ custom: {}, ...more });
  const first = custom({ kind: 'A', plural: 'as' });
  registry.define([custom({ kind: 'B' }), custom({ plural: 'bs' }), first]);
  expect(registry.all).toEqual([built, first]);
  const second = custom({ kind: 'C', plural: 'cs' });
  registry.define([second]);
  expect(registry.all).toEqual([built, second]);
});

it('versions of a custom resource share their objects', () => {
  const custom = (version: string, plural: string): Kind =>
    kindOf({ custom: {}, version, plural, kind: plural });
  const [a1, a2, b1] = [custom('v1', 'as'), custom('v2', 'as'), custom('v1', 'bs')];
  const built = [kindOf({ version: 'v1' }), kindOf({ version: 'v2' })];
  const form = kindOf({ version: 'v3', storage: { kind: a2 } });
  const { stored } = new KindRegistry(defaultProfile, [a1, a2, b1, ...built, form]);
  expect(stored).toEqual([a1, b1, ...built, a2]);
});

it.each<[wire: object, verbs: string, custom?: object]>([
  [{ readOnly: true }, 'get list'],
  [{}, 'create delete deletecollection get list patch update watch'],
  [{ lacksDeleteCollection: true }, 'create delete get list patch update watch'],
  [{}, 'delete deletecollection get list patch create update watch', {}],
  [{}, 'delete deletecollection get list watch', { isTerminating: true }],
])('a kind with %j supports %s, custom: %j', (wire, verbs, custom) => {
  expect(verbsOf({ wire, custom: custom as never })).toEqual(verbs.split(' '));
});

const resources = [
  kindOf({ version: 'v2' }),
  kindOf({ version: 'v1' }),
  kindOf({ group: '', version: 'v1' }),
  kindOf({ version: 'v1', kind: 'Old', plural: 'olds' }),
];
const discovery = discoveryOf(new KindRegistry(defaultProfile, resources));

it('discovery lists resources, and the preferred version of each first', () => {
  expect(discovery.failures.size).toBe(0);
  expect(discovery.resources[0]).toEqual({
    ...{ group: 'example.com', version: 'v2', kind: 'Widget', plural: 'widgets', namespaced: true },
    verbs: verbsOf({ wire: {} }),
  });
  const names = preferredResources(discovery).map(
    (each) => `${each.group}/${each.version}/${each.plural}`,
  );
  expect(names).toEqual(['example.com/v2/widgets', '/v1/widgets', 'example.com/v1/olds']);
  expect(supports(discovery.resources[0]!, 'get', 'watch')).toBe(true);
  expect(supports(discovery.resources[0]!, 'get', 'odd')).toBe(false);
});

it.each<[apiVersion: string, kind: string, found: string | undefined]>([
  ['example.com/v1', 'Widget', 'example.com v1'],
  ['example.com/v2', 'Widget', 'example.com v2'],
  ['example.com/v9', 'Widget', 'example.com v2'],
  ['v1', 'Widget', ' v1'],
  ['v9', 'Widget', ' v1'],
  ['example.com/v2', 'Old', 'example.com v1'],
  ['other.com/v1', 'Widget', undefined],
  ['example.com/v1', 'None', undefined],
])('the owner %s %s is found as %s', (apiVersion, kind, found) => {
  const resource = new ResourceMapper(discovery).byKind(apiVersion, kind);
  expect(resource && `${resource.group} ${resource.version}`).toBe(found);
});

it('groups that cannot be listed are named in order', () => {
  const failures = new Map([
    ['b/v1', 'late'],
    ['a/v1', 'gone'],
  ]);
  expect(failureText({ resources: [], failures })).toBe(
    'unable to retrieve the complete list of server APIs: a/v1: gone, b/v1: late',
  );
});
