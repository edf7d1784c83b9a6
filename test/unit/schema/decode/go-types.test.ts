/** How Go names the types of fields: messages about values of another type have these names. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { kindsOf } from '#catalog';
import { defaultProfile, type Kind } from '#kinds';
import { goTypeOf, type GoForm } from '../../../../src/schema/decode/go-types.ts';

const kinds = kindsOf(defaultProfile);

type Schema = Kind['schema'] | NonNullable<ReturnType<Kind['schema']['fields']['get']>>['schema'];

/** The types of all fields below a schema, as `Struct.field type`. */
function collect(schema: Schema, place: string, form: GoForm, found: Set<string>): void {
  if (schema.type === 'list') collect(schema.items, place, form, found);
  if (schema.type === 'map') collect(schema.values, place, form, found);
  if (schema.type !== 'struct' && schema.type !== 'union') return;
  for (const { name, schema: field } of schema.fields.values()) {
    const at = `${schema.name}.${name}`;
    const line = `${at} ${goTypeOf(field, at, form)}`;
    if (found.has(line)) continue;
    found.add(line);
    collect(field, at, form, found);
  }
}

it('every field has the type that it has in Go', async () => {
  const said = new Set<string>();
  const text = kinds.flatMap((kind) => {
    const found = new Set<string>();
    const version = kind.storage === undefined ? undefined : kind.version;
    collect(kind.schema, '', { root: kind.schema, version }, found);
    const fresh = [...found].filter((line) => !said.has(line));
    for (const line of fresh) said.add(line);
    return [`${kind.group}/${kind.version} ${kind.kind}`, ...fresh.map((line) => `  ${line}`)];
  });
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, 'go-types.txt'),
  );
});
