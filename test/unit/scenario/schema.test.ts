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

it('the published JSON Schema says since when the fields of objects are there', () => {
  const file = join(import.meta.dirname, '../../..', SCENARIO_SCHEMA_FILE);
  const { definitions, properties } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly definitions: Readonly<
      Record<string, { readonly properties: Readonly<Record<string, object>> }>
    >;
    readonly properties: object;
  };
  expect(definitions['batch.v1.JobSpec']!.properties).toMatchObject({
    podReplacementPolicy: {
      description:
        'Since Kubernetes 1.28 behind the feature gate JobPodReplacementPolicy, by default since 1.29.',
    },
    template: { allOf: [{ $ref: '#/definitions/core.v1.PodTemplateSpec' }] },
  });
  expect(definitions['batch.v1.CronJobSpec']!.properties['timeZone']).toEqual({
    description: 'Behind the feature gate CronJobTimeZone, by default since 1.25.',
  });
  expect(definitions['core.v1.PodSpec']!.properties['containers']).toEqual({
    items: { allOf: [{ $ref: '#/definitions/core.v1.Container' }] },
  });
  const all = JSON.stringify([definitions, properties]);
  const references = [...all.matchAll(/"#\/definitions\/([^"]+)"/g)].map(([, name]) => name!);
  expect(references).toContain('laterFields');
  expect(references.filter((name) => !(name in definitions))).toEqual([]);
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
  walk(scenarioSchema(), '');
  expect(bare).toEqual([]);
});
