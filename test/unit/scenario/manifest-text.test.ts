/** What is wrong with manifests that somebody types, and where. */
import { defaultProfile } from '#kinds';
import { expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { manifestProblems, problemText } from '#scenario';

const registry = new KindRegistry(defaultProfile);

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n';

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'trees.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'trees', kind: 'Tree' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { height: { type: 'number' } } } },
      },
    ],
  },
};
const tree = 'apiVersion: example.com/v1\nkind: Tree\nmetadata: { name: a }\nheight: 3\n';

it.each([
  ['nothing', '', []],
  ['an object', configMap, []],
  ['several', `${configMap}---\n${configMap}`, []],
  [
    'a list',
    `apiVersion: v1\nkind: List\nitems:\n  - ${configMap.trim().replaceAll('\n', '\n    ')}\n`,
    [],
  ],
  [
    'a field that the kind does not have',
    `${configMap}dat: {}\n`,
    ['manifest:4:1: ConfigMap has no field "dat" (did you mean "data"?)'],
  ],
  [
    'one in the second document',
    `${configMap}---\n${configMap}data: { a: 1 }\n`,
    ["manifest:8:12: ConfigMap.data.a: expected text, found the number 1; quote it: '1'"],
  ],
  [
    'an unknown kind',
    'apiVersion: v1\nkind: ConfigMop\nmetadata: { name: a }\n',
    ['manifest:2:7: unknown kind ConfigMop in v1 (did you mean "ConfigMap"?)'],
  ],
  ['a kind that it defines', `${JSON.stringify(definition)}\n---\n${tree}`, []],
  [
    'a kind that nothing defines',
    tree,
    [
      'manifest:2:7: v1.24 has no kind Tree in example.com/v1; add its CustomResourceDefinition, or leave the object out, or keep it: cluster: { unknownKinds: keep }',
    ],
  ],
  [
    'no YAML',
    'a: [',
    [
      'manifest:1:5: not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
  ],
  ['a text', 'text', ['manifest:1:1: expected an API object (a map), found text']],
])('%s', (_, text, expected) => {
  expect(manifestProblems(text, registry, 'scenario').map(problemText)).toEqual(expected);
});

it('gives no advice about a scenario where a server runs', () => {
  expect(manifestProblems(tree, registry, 'server').map(problemText)).toEqual([
    'manifest:2:7: v1.24 has no kind Tree in example.com/v1; add its CustomResourceDefinition, or leave the object out',
  ]);
});
