import { isTooDeep, JsonSyntaxError, scanJson } from '../decode/scan-json.ts';
import { jsonBytes, prettyJsonText } from '../encode/json.ts';
import { UnreadableBody, type Serializer } from './serializer.ts';

export const json: Serializer = {
  mediaType: 'application/json',

  read(bytes) {
    const text = bytes.toString('utf8');
    return {
      value: parseJson(text),
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
