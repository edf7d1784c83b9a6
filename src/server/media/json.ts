import {
  isDeeper,
  JsonSyntaxError,
  parseJson,
  parsingJson,
  quote,
  readJson,
  surveyJson,
} from '#values';
import { rereadingJson, withRawTexts } from '#schema';
import { runToEnd, type Resumable } from '#values';
import { jsonBytes, prettyJsonText } from '../encode/json.ts';
import { listSlices, prettySlices } from '../encode/json-slices.ts';
import type { Expected } from '../exchange/served-kinds.ts';
import { UnreadableBody, type RawBody, type Serializer } from './serializer.ts';

/** Deeper nesting is rejected; stored objects are walked by recursion later. */
const deepestNesting = 1000;

export const json: Serializer = {
  mediaType: 'application/json',

  read: (bytes, expected) => runToEnd(reading(bytes, expected)),

  reading,

  write: (value, pretty) => (pretty ? Buffer.from(`${prettyJsonText(value)}\n`) : jsonBytes(value)),

  slices: (value, pretty) => (pretty ? prettySlices(value) : [jsonBytes(value)]),

  listSlices,

  writeEvent: (type, object) => jsonBytes({ type, object }),
};

function* reading(bytes: Buffer, expected: Expected | undefined): Resumable<RawBody> {
  const text = bytes.toString('utf8');
  const survey = surveyJson(text);
  yield;
  const value = yield* parsingBody(bytes, text, survey.depth > deepestNesting);
  if (expected === undefined) return { value };
  if (expected.kind.custom !== undefined) return untyped(value, text);
  yield;
  return {
    value: withRawTexts(value, text, expected.kind.schema),
    needsReread: () => survey.hasOddNumbers || survey.fields !== fieldCount(value),
    *reread() {
      const reread = yield* rereadingJson(text, expected.kind.schema);
      return { ...reread, value: withRawTexts(reread.value, text, expected.kind.schema) };
    },
  };
}

/** Returns a body whose fields no type describes: only duplicates can be found in its text. */
function untyped(value: unknown, text: string): RawBody {
  return {
    value,
    *reread() {
      yield;
      return { value, complaints: duplicateFields(text, value) };
    },
  };
}

/** @param value the parsed text: it has fewer fields than the text if some are duplicates */
export function duplicateFields(text: string, value: unknown): readonly string[] {
  if (surveyJson(text).fields === fieldCount(value)) return [];
  const found: string[] = [];
  readJson(text, { onDuplicate: (path) => found.push(`duplicate field ${quote(path)}`) });
  return found;
}

/** Returns how many fields the objects in a value have. */
function fieldCount(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += fieldCount(item);
  else {
    for (const name in value) count += 1 + fieldCount((value as Record<string, unknown>)[name]);
  }
  return count;
}

/** @throws {UnreadableBody} with the message of Go's parser after its introduction */
function* parsingBody(bytes: Buffer, text: string, isTooDeep: boolean): Resumable<unknown> {
  try {
    if (!isTooDeep) return yield* parsingJson(text);
  } catch (error) {
    // The parser that reads it in one go finds the error.
    if (!(error instanceof SyntaxError)) throw error;
  }
  try {
    return parseJson(text, { bytes, isTooDeep });
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new UnreadableBody(`couldn't get version/kind; json parse error: ${error.message}`);
  }
}

/** @throws {JsonSyntaxError} */
export function parseJsonBytes(bytes: Buffer, text = bytes.toString('utf8')): unknown {
  return parseJson(text, { bytes, isTooDeep: isDeeper(text, deepestNesting) });
}
