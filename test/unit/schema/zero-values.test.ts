/** Zero values of every field of every type, against how v1.24 holds them in Go. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { conform, storable, type StructSchema } from '#schema';
import { schemas } from '#kinds';
import { schemaModules } from '../../../src/kinds/schemas/modules.ts';
import { scanTypes } from '../../../src/schema/parse.ts';

type GoType = Readonly<Record<string, string>>;

const recorded = new URL('../../conformance/go-fields.json', import.meta.url);
const { types } = JSON.parse(readFileSync(recorded, 'utf8')) as {
  readonly types: Readonly<Record<string, GoType>>;
};

/** The fields of a type, with those that are inlined: `*int32 omitempty` by name. */
function goFields(name: string): GoType {
  const fields: Record<string, string> = {};
  for (const [field, text] of Object.entries(types[name] ?? {})) {
    if (!text.endsWith(' inline')) fields[field] = text;
    else if (field !== '(TypeMeta)') {
      const inlined = name.replace(/[^.]+$/, text.slice(0, text.indexOf(' ')));
      Object.assign(fields, goFields(inlined));
    }
  }
  return fields;
}

/** Metrics are not types of Go's API module, and are only read. */
const structs: readonly StructSchema[] = schemaModules
  .filter(({ name }) => name !== 'metrics/v1beta1')
  .flatMap(({ name, texts }) =>
    texts
      .flatMap((text) => scanTypes(text, name))
      .filter(({ union }) => !union)
      .map((type) => schemas.of(name, type.name)),
  );

/** By Go's type, as JSON has it. Undefined: a struct, whose zero depends on its fields. */
function zeroOf(type: string): unknown {
  if (type.startsWith('[]')) return [];
  if (type.startsWith('map[')) return {};
  if (/^u?int|^float/.test(type)) return 0;
  if (type === 'bool') return false;
  if (type === 'string' || type === 'bytes') return '';
  const own: Readonly<Record<string, unknown>> = {
    IntOrString: 0,
    Quantity: '0',
    Time: null,
    MicroTime: null,
    RawExtension: null,
    FieldsV1: {},
    Duration: '0s',
  };
  return own[type];
}

const isStruct = (type: string): boolean => /^[A-Z]/.test(type) && type !== 'FieldsV1';

const cases = structs.flatMap((struct) =>
  Object.entries(goFields(struct.definition.replace(/^io\.k8s\./, '')))
    .filter(([field]) => struct.fields.has(field))
    // What is emptied there says something.
    .filter(([field]) => struct.fields.get(field)!.keepsEmpty !== true)
    .map(([field, text]) => ({ name: `${struct.definition}.${field}`, struct, field, text })),
);

function written(struct: StructSchema, value: object): Readonly<Record<string, unknown>> {
  return storable(struct, conform(struct, value) as Readonly<Record<string, unknown>>);
}

describe('every field of every type', () => {
  it('is there to be looked at', () => expect(cases.length).toBeGreaterThan(1000));

  it.each(cases)('$name: $text', ({ struct, field, text }) => {
    const [type = '', omitted] = text.split(' ');
    const isPointer = type.startsWith('*');
    const plain = type.replace('*', '');
    const zero = zeroOf(plain);
    const empty = plain.startsWith('[]') || plain.startsWith('map[') ? null : zero;
    const isWritten = omitted !== 'omitempty' || (!isPointer && isStruct(plain));

    const absent = written(struct, {});
    if (!isWritten) expect(absent).not.toHaveProperty([field]);
    else if (isPointer) expect(absent[field]).toBeNull();
    else if (zero !== undefined) expect(absent[field]).toEqual(empty);
    else expect(absent[field]).toBeTypeOf('object');
    expect(written(struct, { [field]: null })).toEqual(absent);

    const given = written(struct, { [field]: zero === undefined ? {} : zero });
    if (!isPointer || zero === null) expect(given).toEqual(absent);
    else if (zero !== undefined) expect(given[field]).toEqual(zero);
    else expect(given).toHaveProperty([field]);
  });
});

describe('lists that are stored when they are given empty', () => {
  it('are these: emptied lists say something there, or are stored as JSON', () => {
    const kept = structs.flatMap(({ name, fields }) =>
      [...fields.values()].filter(({ keepsEmpty }) => keepsEmpty).map((f) => `${name}.${f.name}`),
    );
    expect([...new Set(kept)]).toEqual([
      'HPAScalingRules.policies',
      'CertificateSigningRequestSpec.request',
      'CustomResourceDefinitionStatus.conditions',
      'CustomResourceDefinitionStatus.storedVersions',
    ]);
    const rules = schemas.of('autoscaling/v2', 'HPAScalingRules');
    expect(written(rules, { policies: [] })).toEqual({ policies: [] });
  });
});
