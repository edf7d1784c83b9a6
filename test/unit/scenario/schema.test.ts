import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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
