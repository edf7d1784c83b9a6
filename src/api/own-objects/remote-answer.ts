/** Answers of other API servers that are read whole. */
import { isObject, type JsonObject } from '#schema';
import { utf8Text } from '#values';
import type { RemoteReply } from './remote.ts';

/** No list of resources, description or measurement is nearly as long, bytes. */
const longestAnswer = 64 * 1024 * 1024;

/** Reads an answer. Rejects when it breaks off, takes longer than its call allows, or is longer than 64 MiB. */
export async function textOf({ body }: RemoteReply): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > longestAnswer) throw new Error(`the answer is longer than ${longestAnswer} bytes`);
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return utf8Text(whole);
}

/** Reads an answer that should be a JSON object; undefined when it is none, or {@link textOf} rejects. */
export async function objectOf(reply: RemoteReply): Promise<JsonObject | undefined> {
  try {
    const value: unknown = JSON.parse(await textOf(reply));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
