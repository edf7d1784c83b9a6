/** The rows of the view of requests: those of clients over HTTP, or what a record has of calls. Pure. */
import type { OutsideRequest, RequestPiece } from '#request';
import type { ObjectName, Summary, Write } from '#view';
import type { PageState } from './store.ts';

export interface Call {
  readonly atMs: number;
  readonly client: string;
  /** The program, by its own account; empty where it is not known. */
  readonly program: string;
  readonly verb: string;
  /** `Pod/status`, `pods`; empty for a path. */
  readonly resource: string;
  /** `default/web-0`, or a path. */
  readonly name: string;
  readonly object?: ObjectName;
  /** The status; absent where it is not known. */
  readonly code?: number;
  /** In words: `201 Created`, `written`. */
  readonly result: string;
  /** Virtual ms; absent where it is not known, or not over. */
  readonly tookMs?: number;
  /** What faults and webhooks did to it. */
  readonly marks: readonly string[];
  /** The write that it made. */
  readonly revision?: number;
}

/** More requests of clients are not kept by the page. */
const MOST = 5_000;

type Kept = Pick<PageState, 'requests' | 'requestsMissed'>;

/** The requests with those of another piece. What is reported again takes the place of the earlier report. */
export function withRequests(kept: Kept, piece: Omit<RequestPiece, 'next'>): Kept {
  const byNumber = new Map(kept.requests.map((each) => [each.number, each]));
  for (const each of piece.requests) byNumber.set(each.number, each);
  const all = [...byNumber.values()].sort((a, b) => a.number - b.number);
  const requests = all.slice(-MOST);
  const dropped = all.length - requests.length;
  return { requests, requestsMissed: kept.requestsMissed + piece.missed + dropped };
}

/** Requests over HTTP, in the order in which they came. */
export function callsOfClients(requests: readonly OutsideRequest[], startMs: number): Call[] {
  return requests.map((each) => {
    const { at, endedAt, user, userAgent, verb, kind, namespace, name, code, revision } = each;
    const key = namespace === '' ? name : `${namespace}/${name}`;
    const isAboutOne = kind !== '' && name !== '';
    return {
      ...{ atMs: at - startMs, client: user || 'unknown', program: userAgent, verb },
      resource: resourceText(kind || each.resource, each.subresource),
      name: each.resource === '' ? each.path : isAboutOne ? key : namespace && `${namespace}/`,
      ...(isAboutOne && { object: { kind, key } }),
      ...(code !== undefined && { code }),
      result: code === undefined ? unanswered(endedAt) : codeText(code),
      ...(endedAt !== undefined && { tookMs: endedAt - at }),
      marks: each.faults ?? [],
      ...(revision !== undefined && { revision }),
    };
  });
}

function unanswered(endedAt: number | undefined): string {
  return endedAt === undefined ? 'open' : 'no answer';
}

/** What a record has: calls that wrote, and those that a fault struck. */
export function callsInRecord({ writes, faults }: Summary): Call[] {
  const struck = faults.map(({ atMs, client, verb, resource, key, fault, effect, revision }) => ({
    ...{ atMs, client, program: '', verb, resource, name: key },
    result: 'struck',
    marks: [`${fault}: ${effect}`],
    after: revision,
  }));
  const written = writes.map((write) => ({ ...callOf(write), after: write.revision }));
  return [...written, ...struck].sort((a, b) => a.atMs - b.atMs || a.after - b.after);
}

function callOf(write: Write): Call {
  const { atMs, actor, kind, key, revision, webhooks = [] } = write;
  const [verb, subresource] = verbs[write.verb] ?? [write.verb, ''];
  return {
    ...{ atMs, client: actor, program: '', verb, name: key, revision },
    resource: resourceText(kind, subresource),
    object: { kind, key },
    result: 'written',
    marks: webhooks.map((name) => `webhook ${name}`),
  };
}

/** The verb and subresource of what the timeline calls otherwise. */
const verbs: Readonly<Record<string, readonly [string, string]>> = {
  status: ['update', 'status'],
  bind: ['create', 'binding'],
};

function resourceText(resource: string, subresource: string): string {
  return subresource === '' ? resource : `${resource}/${subresource}`;
}

/** How a status is called that a reader should notice. */
const words: Readonly<Record<number, string>> = {
  101: 'Switching Protocols',
  200: 'OK',
  201: 'Created',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  410: 'Gone',
  415: 'Unsupported Type',
  422: 'Invalid',
  429: 'Too Many Requests',
  500: 'Internal Error',
  503: 'Unavailable',
  504: 'Timeout',
};

function codeText(code: number): string {
  const word = words[code];
  return word === undefined ? String(code) : `${code} ${word}`;
}

/** Those with all words of a filter, and about an object if one is given. */
export function filteredCalls(
  calls: readonly Call[],
  filter: string,
  about: ObjectName | undefined,
): readonly Call[] {
  const wanted = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0 && about === undefined) return calls;
  return calls.filter((call) => {
    const { client, program, verb, resource, name, result, marks, object } = call;
    if (about && (object?.kind !== about.kind || object.key !== about.key)) return false;
    const text = [client, program, verb, resource, name, result, ...marks].join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
