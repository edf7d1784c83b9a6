/** What clauses of a schema must not have, and what its root may have beside a status. */
import { describe, expect, it } from 'vitest';
import { customResourceDefinition } from '#custom';
import type { CustomResourceDefinition } from '#types';
import { errorsOf } from '../../kinds/samples.ts';

const at = 'spec.validation.openAPIV3Schema';

function definition(
  schema: object,
  more: object = {},
  spec: object = {},
): CustomResourceDefinition {
  const version = {
    ...{ name: 'v1', served: true, storage: true },
    ...{ schema: { openAPIV3Schema: schema }, ...more },
  };
  return {
    ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
    metadata: { name: 'widgets.example.com', uid: 'w' },
    spec: {
      ...{ group: 'example.com', scope: 'Namespaced' },
      ...{ names: { plural: 'widgets', kind: 'Widget' }, versions: [version], ...spec },
    },
    status: {},
  } as unknown as CustomResourceDefinition;
}

const errorsIn = (schema: object, more?: object): readonly string[] =>
  errorsOf(customResourceDefinition, definition(schema, more));

describe('a clause', () => {
  const clauses = {
    anyOf: (clause: object) => ({ anyOf: [{}, clause] }),
    oneOf: (clause: object) => ({ oneOf: [{}, clause] }),
    allOf: (clause: object) => ({ allOf: [{}, clause] }),
    not: (clause: object) => ({ not: clause }),
  };
  const place = (name: string): string => (name === 'not' ? 'not' : `${name}[1]`);

  it.each<[field: string, value: unknown, wanted: string]>([
    ['type', 'string', 'empty'],
    ['additionalProperties', {}, 'undefined'],
    ['default', 5, 'undefined'],
    ['title', 't', 'empty'],
    ['description', 'd', 'empty'],
    ['nullable', true, 'false'],
    ['x-kubernetes-preserve-unknown-fields', true, 'false'],
    ['x-kubernetes-embedded-resource', true, 'false'],
    ['x-kubernetes-int-or-string', true, 'false'],
    ['x-kubernetes-list-map-keys', ['a'], 'empty'],
    ['x-kubernetes-list-type', 'set', 'undefined'],
    ['x-kubernetes-map-type', 'atomic', 'undefined'],
  ])('must not have %s', (field, value, wanted) => {
    for (const [name, around] of Object.entries(clauses)) {
      const schema = { type: 'object', ...around({ [field]: value }) };
      expect(errorsIn(schema)).toContain(
        `${at}.${place(name)}.${field}: Forbidden: must be ${wanted} to be structural`,
      );
    }
  });

  it('may have what says nothing of structure', () => {
    for (const around of Object.values(clauses)) {
      const clause = { pattern: 'a', minLength: 1, enum: ['a'], format: 'date', maximum: 3 };
      expect(errorsIn({ type: 'object', ...around(clause) })).toEqual([]);
      expect(errorsIn({ type: 'object', ...around({ 'x-kubernetes-list-map-keys': [] }) })).toEqual(
        [],
      );
    }
  });

  it('must not specify metadata inside of another', () => {
    expect(errorsIn({ type: 'object', not: { properties: { metadata: {} } } })).toContain(
      `${at}.not.properties[metadata]: Forbidden: must not be specified in a nested context`,
    );
  });
});

describe('the root beside a status', () => {
  const status = { subresources: { status: {} } };
  const place = 'at the root of the schema if the status subresource is enabled';
  const property = { type: 'string' };

  it.each<[field: string, value: unknown]>([
    ['description', 'd'],
    ['format', 'date'],
    ['title', 't'],
    ['maximum', 1],
    ['exclusiveMaximum', true],
    ['minimum', 1],
    ['exclusiveMinimum', true],
    ['maxLength', 1],
    ['minLength', 1],
    ['pattern', 'a'],
    ['maxItems', 1],
    ['minItems', 1],
    ['multipleOf', 1],
    ['required', ['spec']],
    ['properties', { spec: property }],
    ['externalDocs', { url: 'u' }],
    ['example', 5],
    ['x-kubernetes-preserve-unknown-fields', true],
  ])('may have %s', (field, value) => {
    expect(errorsIn({ type: 'object', [field]: value }, status)).toEqual([]);
  });

  it.each<[field: string, value: unknown]>([
    ['enum', [{}]],
    ['maxProperties', 1],
    ['minProperties', 1],
    ['allOf', [{ minLength: 1 }]],
    ['oneOf', [{ minLength: 1 }]],
    ['anyOf', [{ minLength: 1 }]],
    ['not', { minLength: 1 }],
    ['x-kubernetes-map-type', 'granular'],
  ])('must not have %s', (field, value) => {
    expect(errorsIn({ type: 'object', [field]: value }, status).join('\n')).toContain(
      `only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed ${place}`,
    );
    expect(errorsIn({ type: 'object', [field]: value }).join('\n')).not.toContain(place);
  });

  it('must be an object', () => {
    expect(errorsIn({ type: 'array', items: property }, status).join('\n')).toContain(
      `type: Invalid value: "array": only "object" is allowed as the type ${place}`,
    );
  });
});

it.each([
  ['', 'spec.group: Required value'],
  ['Example.com', 'spec.group: Invalid value: "Example.com": '],
  ['single', 'spec.group: Invalid value: "single": should be a domain with at least one dot'],
])('a group cannot be "%s"', (group, text) => {
  const errors = errorsOf(customResourceDefinition, definition({ type: 'object' }, {}, { group }));
  expect(errors.join('\n')).toContain(text);
});
