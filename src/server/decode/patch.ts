/** Patch documents: parsed here, understood by the API. */
import { badRequest, countObjects, JsonSyntaxError, readJson, surveyJson } from '#kinds';
import { mostOperations, OversizedJsonPatch } from '#api';
import type { Patch } from '#request';
import { duplicateFields, parseJsonBytes } from '../media/json.ts';
import type { YamlForm } from '../yaml-aside.ts';
import { YamlSyntaxError } from './yaml.ts';

/**
 * @param isTold whether keys that are given twice matter
 * @throws {ApiError} 400 for what is not in the language of the patch
 */
export async function readPatch(
  type: Patch['type'],
  body: Buffer,
  isTold: boolean,
  yaml: YamlForm,
): Promise<Pick<Patch, 'type' | 'body' | 'isSpelled' | 'complaints'>> {
  const text = body.toString('utf8');
  if (type === 'apply') return { type, ...(await parseApplied(text, isTold, yaml)) };
  const oversize = type === 'json' ? oversized(text) : undefined;
  if (oversize !== undefined) return { type, body: oversize };
  const value = parsePatch(type, body, text);
  const read = spelled({ type, body: value }, text);
  return isTold ? { ...read, complaints: duplicateFields(text, value) } : read;
}

/** What only a number has that is not written as a short integer is, or text. */
const oddNumber = /[0-9](?:[.eE]|[0-9]{15})/;

/**
 * Merge and JSON patches change the text of an object, in which numbers stay as they are written; few
 * are written so that it shows.
 */
function spelled(
  read: Pick<Patch, 'type' | 'body'>,
  text: string,
): Pick<Patch, 'type' | 'body' | 'isSpelled'> {
  if (read.type === 'strategic' || !oddNumber.test(text)) return read;
  if (!surveyJson(text).hasOddNumbers) return read;
  return { type: read.type, body: readJson(text, { keep: 'numbers' }), isSpelled: true };
}

function parsePatch(type: Patch['type'], bytes: Buffer, text: string): unknown {
  try {
    return parseJsonBytes(bytes, text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw badRequest(type === 'merge' ? 'Invalid JSON Patch' : error.message);
  }
}

/** Of a JSON patch of too many operations just their number. Undefined for any other text. */
function oversized(text: string): OversizedJsonPatch | undefined {
  const count = countObjects(text);
  if (count === undefined || count <= mostOperations) return undefined;
  try {
    readJson(text);
  } catch {
    return undefined;
  }
  return new OversizedJsonPatch(count);
}

/** JSON is YAML too, and what most clients send. What is told of keys given twice is about YAML. */
async function parseApplied(
  text: string,
  isTold: boolean,
  yaml: YamlForm,
): Promise<Pick<Patch, 'body' | 'complaints'>> {
  try {
    if (!isTold) return { body: JSON.parse(text) as unknown };
  } catch {
    // It is YAML, then.
  }
  try {
    const { value, duplicates } = await yaml.read(text);
    return duplicates.length > 0
      ? { body: value, complaints: [inYaml(duplicates)] }
      : { body: value };
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) throw error;
    const why = `error converting YAML to JSON: ${error.message}`;
    throw badRequest(`error decoding YAML: ${why}`);
  }
}

function inYaml(duplicates: readonly string[]): string {
  const lines = duplicates.map((duplicate) => `  ${duplicate}`).join('\n');
  return `error converting YAML to JSON: yaml: unmarshal errors:\n${lines}`;
}
