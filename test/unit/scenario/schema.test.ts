import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scenarioSchema } from '#scenario';
import {
  SCENARIO_SCHEMA_FILE,
  scenarioSchemaText,
} from '../../../tools/generate-scenario-schema.ts';

it('the published JSON Schema is current (npm run generate)', async () => {
  const published = readFileSync(
    join(import.meta.dirname, '../../..', SCENARIO_SCHEMA_FILE),
    'utf8',
  );
  expect(published).toBe(await scenarioSchemaText());
});

it('describes every field', () => {
  const bare: string[] = [];
  const walk = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [key, value] of Object.entries(schema)) walk(value, `${path}/${key}`);
    const { properties } = schema as { readonly properties?: Readonly<Record<string, object>> };
    for (const [name, field] of Object.entries(properties ?? {})) {
      if (!('description' in field) && !('$ref' in field)) bare.push(`${path}.${name}`);
    }
  };
  walk(scenarioSchema, '');
  expect(bare).toEqual([]);
});
