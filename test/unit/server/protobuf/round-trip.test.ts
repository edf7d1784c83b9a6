import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemas } from '#kinds';
import { layoutOf, type StructSchema } from '#schema';
import { schemaModules } from '../../../../src/kinds/schemas/modules.ts';
import { ProtobufCodec } from '../../../../src/server/protobuf/codec.ts';
import { isIdentity, valueOf } from './arbitrary.ts';

const types = schemaModules.flatMap(({ name }) => [...schemas.typesOf(name).values()]);
const structs = types.filter((type): type is StructSchema => type.type === 'struct');
const kinds = structs.filter(({ apiVersion }) => apiVersion !== undefined);
const codec = new ProtobufCodec(schemas);

describe('the numbers of a type', () => {
  it.each(types.map((type) => [type.definition, type] as const))('%s: each field', (_, type) => {
    const named = fieldsOf(layoutOf(type));
    const own = [...type.fields.keys()].filter((name) => !isIdentity(type, name));
    expect(named.map(({ name }) => name).sort()).toEqual(own.sort());
  });

  it.each(types.map((type) => [type.definition, type] as const))(
    '%s: no number twice',
    (_, type) => {
      const numbers = layoutOf(type).map(({ number }) => number);
      expect(new Set(numbers).size).toBe(numbers.length);
    },
  );
});

describe('a round trip', () => {
  it.each(kinds.map((type) => [`${type.apiVersion!} ${type.name}`, type] as const))(
    'loses nothing of %s',
    (_, type) => {
      const meta = { apiVersion: type.apiVersion!, kind: type.name };
      const property = fc.property(valueOf(type, 9) as fc.Arbitrary<object>, (value) => {
        const { object } = codec.decode(codec.encode(value, meta));
        expect(object).toEqual({ ...value, ...meta });
      });
      fc.assert(property, { numRuns: 25, seed: 24 });
    },
  );

  it('loses nothing of a list', () => {
    const meta = { apiVersion: 'v1', kind: 'PodList' };
    const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c' }] } };
    const list = { metadata: { resourceVersion: '7', remainingItemCount: 0 }, items: [pod, pod] };
    expect(codec.decode(codec.encode(list, meta)).object).toEqual({ ...list, ...meta });
  });
});

function fieldsOf(entries: ReturnType<typeof layoutOf>): readonly { readonly name: string }[] {
  return entries.flatMap((entry) => ('inline' in entry ? fieldsOf(entry.inline) : [entry]));
}
