/** Patch documents: parsed here, understood by the API. */
import { badRequest } from '#kinds';
import type { Patch } from '#api';
import { duplicateFields, parseJsonText } from '../media/json.ts';
import { JsonSyntaxError } from './scan-json.ts';
import { parseYaml, YamlSyntaxError } from './yaml.ts';

/**
 * @param isTold whether keys that are given twice matter
 * @throws {ApiError} 400 for what is not in the language of the patch
 */
export async function readPatch(
  type: Patch['type'],
  body: Buffer,
  isTold: boolean,
): Promise<Pick<Patch, 'type' | 'body' | 'complaints'>> {
  const text = body.toString('utf8');
  if (type === 'apply') return { type, body: await parseApplied(text) };
  const parsed = parsePatch(type, text);
  if (!isTold) return { type, body: parsed };
  return { type, body: parsed, complaints: duplicateFields(text) };
}

function parsePatch(type: Patch['type'], text: string): unknown {
  try {
    return parseJsonText(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw badRequest(type === 'merge' ? 'Invalid JSON Patch' : error.message);
  }
}

/** JSON is YAML too, and what most clients send. */
async function parseApplied(text: string): Promise<unknown> {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // It is YAML, then.
  }
  try {
    return (await parseYaml(text)).value;
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) throw error;
    const why = `error converting YAML to JSON: ${error.message}`;
    throw badRequest(`error decoding YAML: ${why}`);
  }
}
