import { isTooDeep, JsonSyntaxError, scanJson } from '../decode/scan-json.ts';
import { fieldTexts, rawJson, type StructSchema } from '#kinds';
import type { Expected } from '../served.ts';
import { jsonBytes, prettyJsonText } from '../encode/json.ts';
import { UnreadableBody, type Serializer } from './serializer.ts';

export const json: Serializer = {
  mediaType: 'application/json',

  read(bytes, expected) {
    const text = bytes.toString('utf8');
    return {
      value: withSources(parseJson(text), text, expected),
      get duplicates() {
        return duplicateFields(text);
      },
    };
  },

  write: (value, pretty) => (pretty ? Buffer.from(`${prettyJsonText(value)}\n`) : jsonBytes(value)),

  writeEvent: (type, object) => jsonBytes({ type, object }),
};

/** Looked for only when somebody asks: it means reading the text a second time, slowly. */
export function duplicateFields(text: string): readonly string[] {
  const found: string[] = [];
  scanJson(text, (path) => found.push(`duplicate field "${path}"`));
  return found;
}

/** The value with the texts of its fields of raw JSON. */
function withSources(value: unknown, text: string, expected: Expected | undefined): unknown {
  const raw = expected === undefined ? [] : rawFieldsOf(expected.kind.schema);
  if (raw.length === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value;
  const whole: Record<string, unknown> = { ...value };
  for (const [name, source] of fieldTexts(text, raw)) whole[name] = rawJson(source);
  return whole;
}

function rawFieldsOf({ fields }: StructSchema): readonly string[] {
  const raw: string[] = [];
  for (const { name, schema } of fields.values()) {
    if (schema.type === 'scalar' && schema.scalar === 'any') raw.push(name);
  }
  return raw;
}

/** @throws {UnreadableBody} with the message of Go's parser behind its introduction */
function parseJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new UnreadableBody(`couldn't get version/kind; json parse error: ${error.message}`);
  }
}

/** @throws {JsonSyntaxError} */
export function parseJsonText(text: string): unknown {
  if (isTooDeep(text)) throw new JsonSyntaxError('exceeded max depth');
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    scanJson(text);
    throw new JsonSyntaxError((error as Error).message);
  }
}
