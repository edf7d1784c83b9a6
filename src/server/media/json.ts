import { isTooDeep, JsonSyntaxError, scanJson, surveyJson } from '../decode/scan-json.ts';
import { quote, rereadingJson, withRawTexts } from '#kinds';
import { jsonBytes, prettyJsonText } from '../encode/json.ts';
import { listSlices, prettySlices } from '../encode/json-slices.ts';
import { UnreadableBody, type Serializer } from './serializer.ts';

export const json: Serializer = {
  mediaType: 'application/json',

  read(bytes, expected) {
    const text = bytes.toString('utf8');
    const survey = surveyJson(text);
    const value = parseJson(text, survey.isTooDeep);
    if (expected === undefined) return { value };
    return {
      value: withRawTexts(value, text, expected.kind.schema),
      isPeculiar: () => survey.hasOddNumbers || survey.fields !== fieldCount(value),
      *reread() {
        const reread = yield* rereadingJson(text, expected.kind.schema);
        return { ...reread, value: withRawTexts(reread.value, text, expected.kind.schema) };
      },
    };
  },

  write: (value, pretty) => (pretty ? Buffer.from(`${prettyJsonText(value)}\n`) : jsonBytes(value)),

  slices: (value, pretty) => (pretty ? prettySlices(value) : [jsonBytes(value)]),

  listSlices,

  writeEvent: (type, object) => jsonBytes({ type, object }),
};

/** Looked for only when somebody asks: it means reading the text a second time, slowly. */
export function duplicateFields(text: string): readonly string[] {
  const found: string[] = [];
  scanJson(text, (path) => found.push(`duplicate field ${quote(path)}`));
  return found;
}

/** How many fields the objects in a value have. */
function fieldCount(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += fieldCount(item);
  else {
    for (const name in value) count += 1 + fieldCount((value as Record<string, unknown>)[name]);
  }
  return count;
}

/** @throws {UnreadableBody} with the message of Go's parser behind its introduction */
function parseJson(text: string, tooDeep: boolean): unknown {
  try {
    return parseJsonText(text, tooDeep);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new UnreadableBody(`couldn't get version/kind; json parse error: ${error.message}`);
  }
}

/** @throws {JsonSyntaxError} */
export function parseJsonText(text: string, tooDeep = isTooDeep(text)): unknown {
  if (tooDeep) throw new JsonSyntaxError('exceeded max depth');
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    scanJson(text);
    throw new JsonSyntaxError((error as Error).message);
  }
}
