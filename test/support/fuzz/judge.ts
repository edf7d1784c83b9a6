/** What every answer has to be, whatever was asked. */
import { gunzipSync } from 'node:zlib';
import { parse as parseYaml } from 'yaml';
import { schemas } from '#kinds';
import { ProtobufCodec } from '../../../src/server/protobuf/codec.ts';
import type { RawAnswer } from './raw-http.ts';
import type { FuzzRequest } from './request.ts';

/** An answer of the 5xx kind that v1.24 gives too. */
interface Excuse {
  readonly code: number;
  readonly message: RegExp;
  /** Where the reference speaks of it. */
  readonly why: string;
  /** Its reason is InternalError, which others never have. */
  readonly isInternal?: boolean;
}

/** The only failures that are none: whatever else is 5xx is a defect. */
export const excuses: readonly Excuse[] = [
  {
    code: 500,
    message: /^Internal error occurred: failed calling webhook "/,
    why: 'webhooks that cannot be called (their configurations may come to match anything)',
    isInternal: true,
  },
  {
    code: 500,
    message:
      /^(resourceVersion: Invalid value: .*: )?strconv\.ParseUint: parsing ".*": (invalid syntax|value out of range)$/s,
    why: 'an invalid resourceVersion, of reads and of objects (lists; optimistic locks)',
  },
  {
    code: 500,
    message: /^etcdserver: mvcc: required revision is a future revision$/,
    why: 'lists at an exact revision of the future',
  },
  {
    code: 504,
    message: /^Timeout: Too large resource version: \d+, current: \d+$/,
    why: 'reads not older than a revision of the future',
  },
  {
    code: 500,
    message: /^resourceVersion should not be set on objects to be created$/,
    why: 'creating with a resourceVersion',
  },
  {
    code: 500,
    message:
      /^(unknown patch type: |map: .* does not contain declared merge key: |The order in patch list:|no merge key |invalid patch|delete patch type|cannot |unable to |expected |list element types are not identical|merging lists cannot yet be specified|merging an object in json but data type is not struct)/s,
    why: 'directives and lists of strategic merge patches',
  },
  {
    code: 500,
    message:
      /^failed to (create typed (patch|live) object|convert new object|create manager for existing fields: failed to convert new object) \(/s,
    why: 'applied objects that do not fit the schema',
  },
  {
    code: 500,
    message:
      /^(json: |no kind "|couldn't get version\/kind|yaml: |invalid character |unexpected |error |parsing time |illegal |exceeded max depth|quantities must |unable to parse quantity|proto|provided data does not appear to be a protobuf message|empty body)/s,
    why: 'DeleteOptions that cannot be read',
  },
  {
    code: 500,
    message: /^(target\.kind|target\.name): /,
    why: 'bindings to nothing, or to what is not a node',
  },
  {
    code: 500,
    message: /^This pod has more than one PodDisruptionBudget/,
    why: 'evictions under several budgets',
  },
  {
    code: 503,
    message: /^no (endpoints available for|service port \d+ found for) service /,
    why: 'proxies of services that have nothing behind them',
  },
  {
    code: 500,
    message: /^not readable$/,
    why: 'GET of a subresource that can only be posted to',
  },
];

const plainTexts: readonly RegExp[] = [
  /^404 page not found\n$/,
  /^ok$/,
  /check passed\n$/,
  // Malformed requests.
  /^4\d\d [A-Z][A-Za-z ]+$/,
  // Documents of OpenAPI and the list of them, which v1.24 calls text too.
  /^\{"(?:swagger|openapi|paths)":/,
  // Metrics.
  /^# HELP /,
];

/** An answer is not what answers have to be; says why. */
export class Misbehaviour extends Error {
  override readonly name = 'Misbehaviour';
}

/** @throws {Misbehaviour} */
export function judge(request: FuzzRequest, answer: RawAnswer): void {
  const { status, isStream } = answer;
  if (request.method === 'HEAD' || status === 204) return;
  if (isStream) {
    judgeStream(answer);
    return;
  }
  const body = plainBody(answer);
  const type = headerOf(answer, 'content-type');
  if (type.startsWith('text/plain')) {
    judgeText(status, type, body.toString());
    return;
  }
  const value = parseBody(type, body, status);
  if (value === undefined) {
    require(status < 400, `refusals say why: ${status} ${type}`);
    return;
  }
  if (status >= 400) judgeStatus(status, value);
  else require(isObject(value), `an answer that is not an object: ${body.toString()}`);
}

function judgeText(status: number, type: string, text: string): void {
  if (type.includes('version=')) return;
  // The log of a container may say anything; here it says nothing.
  // Impersonation of groups without a user, which v1.24 takes for its own fault.
  if (status === 500 && /^Internal Server Error: .* without impersonating a user\n$/s.test(text))
    return;
  const isKnown = text === '' || plainTexts.some((pattern) => pattern.test(text));
  require(isKnown && status < 500, `unknown text: ${status} ${JSON.stringify(text.slice(0, 300))}`);
}

function judgeStatus(status: number, value: unknown): void {
  require(isObject(value), 'an error that is not an object');
  const { kind, apiVersion, metadata, message, reason, details, code } = value;
  const shown = JSON.stringify(value).slice(0, 2000);
  const isStatus =
    kind === 'Status' &&
    apiVersion === 'v1' &&
    isObject(metadata) &&
    value['status'] === 'Failure' &&
    code === status &&
    typeof message === 'string' &&
    (reason === undefined || typeof reason === 'string') &&
    (details === undefined || isObject(details));
  require(isStatus, `an error that is not a Status: ${status} ${shown}`);
  if (status < 500) return;
  const excuse = excuses.find((one) => one.code === status && one.message.test(String(message)));
  const isExcused =
    excuse !== undefined && (reason !== 'InternalError' || excuse.isInternal === true);
  require(isExcused, `failed: ${status} ${shown}`);
}

/** The whole chunks that have come hold whole lines of events. */
function judgeStream(answer: RawAnswer): void {
  // OpenAPI says no more than the number.
  if ([404, 406].includes(answer.status) && chunksOf(answer.body).length === 0) return;
  require(answer.status === 200, `a stream with status ${answer.status}`);
  if (!headerOf(answer, 'content-type').startsWith('application/json')) return;
  for (const line of chunksOf(answer.body).toString().split('\n').slice(0, -1)) {
    const event = parseJson(line);
    require(isObject(event) && typeof event['type'] === 'string', `an event: ${line}`);
  }
}

/** @throws {Misbehaviour} */
export function chunksOf(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const end = body.indexOf('\r\n', at);
    if (end < 0) break;
    const size = body.toString('latin1', at, end);
    require(/^[0-9a-f]+$/i.test(size), `the size of a chunk: ${JSON.stringify(size)}`);
    const start = end + 2;
    const length = Number.parseInt(size, 16);
    if (body.length < start + length + 2) break;
    parts.push(body.subarray(start, start + length));
    at = start + length + 2;
  }
  return Buffer.concat(parts);
}

function plainBody(answer: RawAnswer): Buffer {
  const encoding = answer.headers.get('content-encoding')?.[0];
  if (encoding === undefined) return answer.body;
  require(encoding === 'gzip', `encoding ${encoding}`);
  return gunzipSync(answer.body);
}

/** Undefined for what is only looked at from outside. */
function parseBody(type: string, body: Buffer, status: number): unknown {
  if (type.startsWith('application/json')) return parseJson(body.toString());
  if (type.startsWith('application/yaml')) return parseYaml(body.toString()) as unknown;
  if (type === 'application/vnd.kubernetes.protobuf') {
    require(body.toString('latin1', 0, 4) === 'k8s\0', 'protobuf without its beginning');
    return status < 400 ? undefined : statusOfProtobuf(body);
  }
  // OpenAPI in protobuf.
  require(type.startsWith('application/com.github.'), `content type ${JSON.stringify(type)}`);
  return undefined;
}

/** Numbers and texts that are not set come as nothing at all. */
function statusOfProtobuf(body: Buffer): unknown {
  const { object } = new ProtobufCodec(schemas).decode(body);
  return { ...object, metadata: {} };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Misbehaviour(`no JSON: ${text.slice(0, 300)}`);
  }
}

function headerOf({ headers }: RawAnswer, name: string): string {
  return headers.get(name)?.[0] ?? '';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function require(holds: boolean, why: string): asserts holds {
  if (!holds) throw new Misbehaviour(why);
}
