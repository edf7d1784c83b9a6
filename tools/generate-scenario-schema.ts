/**
 * Writes docs/reference/scenario.schema.json, the JSON Schema by which editors complete and
 * check scenario files, from the shapes of the scenario language.
 *
 *     npm run build && node build/tools/generate-scenario-schema.js
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { format } from 'prettier';
import { scenarioSchema } from '#scenario';
import { withLaterFields } from './scenario-fields.ts';

/** Where the schema is published, relative to the repository. */
export const SCENARIO_SCHEMA_FILE = 'docs/reference/scenario.schema.json';

/** The text of the published schema, formatted as the repository's files are. */
export function scenarioSchemaText(): Promise<string> {
  return format(JSON.stringify(withLaterFields(scenarioSchema())), {
    parser: 'json',
    printWidth: 100,
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(SCENARIO_SCHEMA_FILE, await scenarioSchemaText());
}
