/** What is wrong with definitions that have many faults. */
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { loadCel } from '#custom';
import {
  embedded,
  errorsWith,
  intOrString,
  keys,
  listType,
  mapType,
  preserves,
  rules,
  short,
  text,
  version,
} from './definition-samples.ts';

beforeAll(loadCel);

it('many faults of a definition are reported in order', async () => {
  const list = (items: object, more: object = {}): object => ({
    ...{ type: 'array', [listType]: 'map', [keys]: ['k', 'l'], items },
    ...more,
  });
  const item = (k: object, l: object, more: object = {}): object => ({
    ...{ type: 'object', properties: { k, l } },
    ...more,
  });
  const scale = { specReplicasPath: 'x', statusReplicasPath: '.x', labelSelectorPath: '.y' };
  const webhook = (more: object): object => ({ conversion: { strategy: 'Webhook', ...more } });
  const root = (a: object): readonly object[] => [version({ type: 'object', properties: { a } })];
  const plain = [version({ type: 'object' })];
  const rule = (...given: readonly object[]): readonly object[] =>
    root({ ...text, [rules]: given });
  const faulty = (id: string): object => ({ id, uniqueItems: true });
  const costly = { type: 'array', items: { ...text, [rules]: [{ rule: "self.matches('a.*b')" }] } };
  const cheaper = {
    ...{ type: 'array', maxItems: 10 },
    items: {
      type: 'array',
      maxItems: 40,
      items: { type: 'integer', [rules]: [{ rule: 'self > 0' }] },
    },
  };
  const defaults = (value: unknown, more: object = {}): readonly object[] =>
    root({
      type: 'object',
      properties: { b: text, c: { type: 'integer' } },
      default: value,
      ...more,
    });

  const cases: Readonly<Record<string, readonly [readonly object[], object?]>> = {
    'keys that are optional, null or no scalars': [
      root(list(item({ ...text, nullable: true }, { type: 'array', items: text }))),
    ],
    'keys with a default or needed': [
      root(list(item({ ...text, default: 'x' }, text, { required: ['l'] }))),
    ],
    'keys twice and unknown': [root(list(item(text, text), { [keys]: ['k', 'k', 'm', 'm'] }))],
    'null items': [root(list(item(text, text, { nullable: true, required: ['k', 'l'] })))],
    'keys of another type of list': [root(list(item(text, text), { [listType]: 'set' }))],
    'keys of no type of list': [root(list(item(text, text), { [listType]: undefined }))],
    'sets of what has parts': [
      root({
        type: 'array',
        [listType]: 'set',
        items: { type: 'array', [listType]: 'set', items: text },
      }),
    ],
    'sets of objects': [root({ type: 'array', [listType]: 'set', items: { type: 'object' } })],
    'sets of atomic objects': [
      root({ type: 'array', [listType]: 'set', items: { type: 'object', [mapType]: 'atomic' } }),
    ],
    'sets of lists': [
      root({ type: 'array', [listType]: 'set', items: { type: 'array', items: text } }),
    ],
    'merging of no type': [root({ [listType]: 'odd', [mapType]: 'odd' })],
    'merging of a text': [root({ ...text, [listType]: 'set', [mapType]: 'granular' })],
    'a list of schemas': [root(list([text] as unknown as object))],
    names: [
      plain,
      {
        group: 'a',
        scope: 'Odd',
        names: {
          plural: 'A_',
          kind: 'B_',
          singular: 'C_',
          listKind: 'B_',
          shortNames: ['d', 'D_', 'E_'],
          categories: ['f', 'F_', 'G_'],
        },
      },
    ],
    'no names': [plain, { group: '', scope: '', names: { plural: '', kind: '' } }],
    'a group': [plain, { group: 'A_.b' }],
    'no versions': [[]],
    'versions with faults': [
      [
        version(
          { type: 'object' },
          {
            name: 'V_',
            deprecationWarning: 'a',
            subresources: { scale },
            additionalPrinterColumns: [{ type: 'odd', format: 'odd' }, { name: 'a' }],
          },
        ),
        version(
          {},
          {
            deprecated: true,
            deprecationWarning: `\n${'x'.repeat(256)}`,
            subresources: { scale: {} },
          },
        ),
        version({ type: 'object' }, { schema: undefined }),
      ],
    ],
    'a status in one version': [
      [
        version({ type: 'object', enum: [{}] }, { subresources: { status: {} } }),
        version({ type: 'object', enum: [{}] }, { name: 'v2', storage: false }),
      ],
    ],
    'shared parts with faults': [
      [
        version(
          { type: 'object', nullable: true, uniqueItems: true },
          {
            subresources: { scale, status: {} },
            additionalPrinterColumns: [{}, { name: 'x', type: 'x', jsonPath: 'x' }],
          },
        ),
      ],
    ],
    'selectors in spec and status': [
      [
        version(
          { type: 'object' },
          {
            subresources: {
              scale: {
                specReplicasPath: '.spec.a',
                statusReplicasPath: '.status.a',
                labelSelectorPath: '.spec.b',
              },
            },
          },
        ),
      ],
    ],
    'no webhook': [plain, webhook({})],
    'a webhook': [
      plain,
      webhook({ webhook: { clientConfig: {}, conversionReviewVersions: ['v2', 'v2', 'V_', ''] } }),
    ],
    'a webhook in two places': [
      plain,
      webhook({
        webhook: {
          clientConfig: { url: 'http://a/b?c', service: { name: '', namespace: '', port: 0 } },
          conversionReviewVersions: ['v1'],
        },
      }),
    ],
    'a webhook without a use': [
      plain,
      {
        conversion: {
          strategy: 'None',
          webhook: { clientConfig: {}, conversionReviewVersions: ['v1'] },
        },
      },
    ],
    'an odd strategy': [plain, { preserveUnknownFields: true, conversion: { strategy: 'Odd' } }],
    'unknown fields kept': [root({ ...text, default: 'x' }), { preserveUnknownFields: true }],
    'rules without text': [
      rule(
        { rule: ' ' },
        { rule: 'true', message: ' ' },
        { rule: 'true', message: 'a\nb' },
        { rule: 'true ||\n false' },
        { rule: 'true ||\r false', message: 'x' },
        { rule: 'true', message: 'a\n' },
      ),
    ],
    'rules with faults': [
      rule(
        { rule: 'self ==' },
        { rule: 'self == 1', message: 'x' },
        { rule: 'self' },
        { rule: 'selfish || oldSelf' },
      ),
    ],
    'rules about what nothing describes': [
      root({ [preserves]: true, [rules]: [{ rule: 'true' }] }),
    ],
    'transitions in lists': [
      root({
        type: 'array',
        items: { ...text, [rules]: [{ rule: 'self == oldSelf' }, { rule: 'oldSelf' }] },
      }),
    ],
    'transitions in keyed lists': [
      root(
        list(
          item(text, text, { required: ['k', 'l'], [rules]: [{ rule: 'self.k == oldSelf.k' }] }),
          { maxItems: 9 },
        ),
      ),
    ],
    'transitions in atomic maps': [
      root({
        type: 'object',
        [mapType]: 'atomic',
        properties: { b: { ...text, maxLength: 5, [rules]: [{ rule: 'self == oldSelf' }] } },
      }),
    ],
    'faults in all parts of a schema': [
      root({
        ...{
          type: 'object',
          additionalProperties: faulty('a'),
          properties: { b: faulty('b'), c: faulty('c') },
        },
        ...{
          not: faulty('d'),
          allOf: [faulty('e'), faulty('f')],
          oneOf: [faulty('g')],
          anyOf: [faulty('h')],
        },
        ...{
          definitions: { i: faulty('i') },
          items: faulty('j'),
          dependencies: { k: faulty('k'), l: ['m'] },
        },
      }),
    ],
    'a costly rule': [root(costly)],
    'costly rules': [
      root({
        type: 'object',
        properties: { a: costly, b: costly, c: costly, d: costly, e: costly, f: cheaper },
      }),
    ],
    'a rule of bounded cost': [root(cheaper)],
    'rules in bounded maps': [
      root({
        type: 'object',
        maxProperties: 200,
        additionalProperties: {
          ...text,
          maxLength: 300,
          [rules]: [{ rule: "self.contains('a') && self.matches('a+')" }],
        },
      }),
    ],
    ...Object.fromEntries(
      [
        5_000_000, 5_000_001, 7_499_999, 7_500_000, 50_000_000, 50_000_001, 500_000_000,
        500_000_001,
      ].map((most) => [
        `a rule for ${most} numbers`,
        [
          root({
            type: 'array',
            maxItems: most,
            items: { type: 'integer', [rules]: [{ rule: 'self > 0' }] },
          }),
        ],
      ]),
    ),
    defaults: [defaults({ b: 1, c: 'x', d: 2 })],
    'defaults of a good value': [defaults({ b: 'x', c: 1 })],
    'defaults of lists': [defaults([1], { type: 'array', items: text, properties: undefined })],
    'defaults in items': [
      root({
        type: 'array',
        items: { type: 'object', properties: { b: { ...text, default: 1 } }, default: { b: 2 } },
      }),
    ],
    'defaults of embedded objects': [
      defaults(
        { apiVersion: 'v1', kind: 'A/b', metadata: { name: 'A_', labels: { 'a b': 'c d' } } },
        { [embedded]: true, [preserves]: true },
      ),
    ],
    'defaults in embedded metadata': [
      root({
        ...{ type: 'object', [embedded]: true },
        properties: {
          apiVersion: { ...text, default: 'a/b/c' },
          kind: { ...text, default: 'A/b' },
          metadata: {
            type: 'object',
            properties: {
              name: { ...text, default: 'A_' },
              labels: {
                type: 'object',
                additionalProperties: text,
                default: { 'a b': 'c d', e: 'f g' },
              },
              finalizers: { type: 'array', items: { ...text, default: 'x' } },
              generation: { type: 'integer', default: 'x' },
            },
          },
        },
      }),
    ],
    'clauses that are not declared': [
      [
        version({
          type: 'object',
          properties: { a: text },
          allOf: [
            { properties: { a: {}, b: { properties: { c: {} } } } },
            { anyOf: [{ required: ['a'] }, { properties: { d: {} } }] },
          ],
          oneOf: [{ items: {} }],
          not: { properties: { e: {} } },
        }),
      ],
    ],
    'either type': [
      root({ [intOrString]: true, anyOf: [{ type: 'integer' }, { type: 'string' }] }),
    ],
    'either type in a clause': [
      root({
        [intOrString]: true,
        allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { pattern: '[' }],
      }),
    ],
    'either type in a second clause': [
      root({
        [intOrString]: true,
        allOf: [{ pattern: '[' }, { anyOf: [{ type: 'integer' }, { type: 'string' }] }],
      }),
    ],
    'metadata of the root': [
      [
        version({
          type: 'object',
          properties: {
            apiVersion: { type: 'integer' },
            kind: {},
            metadata: {
              type: 'object',
              properties: { name: text, generateName: text, labels: { type: 'object' } },
            },
          },
        }),
      ],
    ],
    'names of the root': [
      [
        version({
          type: 'object',
          properties: {
            metadata: { type: 'object', properties: { name: text, generateName: text } },
          },
        }),
      ],
    ],
    'either and kept and embedded': [
      root({
        [intOrString]: true,
        [preserves]: true,
        [embedded]: true,
        additionalProperties: true,
      }),
    ],
  };

  const lines = Object.entries(cases).flatMap(([name, [versions, spec]]) => [
    name,
    ...errorsWith(versions, spec).map((each) => `  ${short(each)}`),
  ]);
  const path = join(import.meta.dirname, 'definition-many-faults.txt');
  await expect(lines.join('\n')).toMatchFileSnapshot(path);
});
