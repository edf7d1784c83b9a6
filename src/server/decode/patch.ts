/** Patch documents: parsed here, interpreted by the API. */
import { badRequest, countObjects, JsonSyntaxError, readJson, surveyJson } from '#values';
import { mostOperations, OversizedJsonPatch } from '#api';
import type { Patch } from '#request';
import { duplicateFields, parseJsonBytes } from '../media/json.ts';
import { yamlErrorsOfConversion } from '../media/yaml-errors.ts';
import type { YamlForm } from '../yaml/yaml-thread.ts';
import { YamlSyntaxError } from './yaml.ts';

/**
 * @param isReported whether to report duplicate keys
 * @param comesFirst whether the text is read before all else, and errors say no more about it
 * @throws {ApiError} 400 for a body that the patch's parser rejects
 */
export async function readPatch(
  type: Patch['type'],
  body: Buffer,
  isReported: boolean,
  yaml: YamlForm,
  comesFirst = false,
): Promise<Pick<Patch, 'type' | 'body' | 'isSpelled' | 'complaints'>> {
  const text = body.toString('utf8');
  if (type === 'apply') {
    return { type, ...(await parseApplied(text, isReported, yaml, comesFirst)) };
  }
  const oversize = type === 'json' ? oversized(text) : undefined;
  if (oversize !== undefined) return { type, body: oversize };
  const value = parsePatch(body, text, (why) => {
    if (comesFirst) return 'invalid JSON patch';
    if (isReported && type !== 'strategic') return `error decoding patch: ${why}`;
    return type === 'merge' ? 'Invalid JSON Patch' : why;
  });
  const read = spelled({ type, body: value }, text);
  return isReported ? { ...read, complaints: duplicateFields(text, value) } : read;
}

/** Matches numbers that are not written as a short integer, and sometimes strings. */
const oddNumber = /[0-9](?:[.eE]|[0-9]{15})/;

/**
 * Merge and JSON patches change the text of an object, in which numbers keep their notation. Few
 * numbers are written in a way that makes a difference.
 */
function spelled(
  read: Pick<Patch, 'type' | 'body'>,
  text: string,
): Pick<Patch, 'type' | 'body' | 'isSpelled'> {
  if (read.type === 'strategic' || !oddNumber.test(text)) return read;
  if (!surveyJson(text).hasOddNumbers) return read;
  return { type: read.type, body: readJson(text, { keep: 'numbers' }), isSpelled: true };
}

function parsePatch(bytes: Buffer, text: string, complaint: (why: string) => string): unknown {
  try {
    return parseJsonBytes(bytes, text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw badRequest(complaint(error.message));
  }
}

/** The number of operations of a JSON patch that has too many. Undefined for any other text. */
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

/** JSON is also YAML, and most clients send it. Reports of duplicate keys follow the YAML rules. */
async function parseApplied(
  text: string,
  isReported: boolean,
  yaml: YamlForm,
  comesFirst: boolean,
): Promise<Pick<Patch, 'body' | 'complaints'>> {
  try {
    if (!isReported) return { body: JSON.parse(text) as unknown };
  } catch {
    // Then it is YAML.
  }
  try {
    const { value, duplicates } = await yaml.read(text);
    return duplicates.length > 0
      ? { body: value, complaints: [yamlErrorsOfConversion(duplicates)] }
      : { body: value };
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) throw error;
    if (comesFirst) throw badRequest(`error encoding patch: ${error.message}`);
    throw badRequest(`error decoding YAML: error converting YAML to JSON: ${error.message}`);
  }
}
