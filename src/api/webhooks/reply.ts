/** Reads what a webhook answered, as v1.24's client does. All functions throw its messages. */
import { identify, jsonTypeOf } from '#schema';
import { quote, parseJson } from '#values';
import type { WebhookReply } from './call.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** How much of a failing answer messages show, in characters. */
const longestText = 2048;

/** The body, a JSON object, of a successful answer. */
export function readReply(reply: WebhookReply): JsonObject {
  const { status, contentType, body } = reply;
  if (status < 200 || status > 206) throw new Error(failureText(reply));
  if (body === '') {
    const type = contentType || 'application/json';
    throw new Error(`0-length response with status code: ${status} and content type: ${type}`);
  }
  const value = parse(body);
  identify(value);
  return (value ?? {}) as JsonObject;
}

/** Other text than an object is read as YAML, where most texts are strings. */
function parse(body: string): unknown {
  const isObject = /^\s*\{/.test(body);
  try {
    return parseJson(body);
  } catch (error) {
    if (!isObject) return body;
    const why = (error as Error).message;
    throw new Error(`couldn't get version/kind; json parse error: ${why}`, { cause: error });
  }
}

function failureText({ status, contentType, body }: WebhookReply): string {
  const bodyMessage = statusMessage(body);
  if (bodyMessage !== undefined) return bodyMessage;
  const isText = contentType === '' || contentType.startsWith('text/');
  const text = isText ? body.slice(0, longestText).trim() : 'unknown';
  const message = messages.get(status);
  if (message !== undefined) return message;
  if (status === 403 || status === 415 || (status === 406 && text !== '' && text !== 'unknown')) {
    return text;
  }
  if (status >= 500) {
    return `an error on the server (${quote(text)}) has prevented the request from succeeding`;
  }
  return `the server responded with the status code ${status} but did not return more information`;
}

/** The message of a Status in the body. */
function statusMessage(body: string): string | undefined {
  try {
    const found = parseJson(body) as JsonObject | null;
    if (jsonTypeOf(found) !== 'object') return undefined;
    const { kind = 'Status', status, message = '' } = found!;
    return kind === 'Status' && status === 'Failure' ? String(message) : undefined;
  } catch {
    return undefined;
  }
}

const messages: ReadonlyMap<number, string> = new Map([
  [400, 'the server rejected our request for an unknown reason'],
  [401, 'the server has asked for the client to provide credentials'],
  [404, 'the server could not find the requested resource'],
  [405, 'the server does not allow this method on the requested resource'],
  [409, 'the server reported a conflict'],
  [422, 'the server rejected our request due to an error in our request'],
  [429, 'the server has received too many requests and has asked us to try again later'],
  [503, 'the server is currently unable to handle the request'],
  [
    504,
    'the server was unable to return a response in the time allotted, but may still be processing the request',
  ],
]);
