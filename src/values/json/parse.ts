import { utf8Bytes } from '../text/bytes.ts';
import { deepestInGo, jsonFault, JsonSyntaxError } from './read.ts';
import { isDeeper } from './survey.ts';

export interface ParseOptions {
  /** The bytes that the text was decoded from: a message may show a byte that is not in the text. */
  readonly bytes?: Uint8Array;
  /** Whether it is nested too deep; default: deeper than Go's limit. */
  readonly isTooDeep?: boolean;
}

/** `JSON.parse` with Go's messages. @throws {JsonSyntaxError} */
export function parseJson(text: string, { bytes, isTooDeep }: ParseOptions = {}): unknown {
  if (isTooDeep ?? isDeeper(text, deepestInGo)) throw new JsonSyntaxError('exceeded max depth');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw jsonFault(bytes ?? utf8Bytes(text));
  }
}
