/** The errors that faults answer with: those that v1.24 and its surroundings send. */
import {
  alreadyExists,
  ApiError,
  conflict,
  continueTooOld,
  expired,
  forbiddenObject,
  forbiddenPath,
  listRevisionTooOld,
  quote,
  serverError,
  staleWrite,
  timeout,
  tooLargeResourceVersion,
  unauthorized,
  unknownPath,
  watchRevisionTooOld,
} from '#values';
import { clientText, resourceText, type Target } from './target.ts';

/** An error, and how it goes over the wire where that is not a Status. */
export interface Failure {
  readonly error: ApiError;
  /** Sent as plain text, in place of a Status. */
  readonly text?: string;
}

interface Circumstances {
  readonly target: Target;
  /** The store's. */
  readonly revision: number;
  readonly message: string | undefined;
  readonly retryAfterSeconds: number | undefined;
}

type Maker = (about: Circumstances) => Failure;

const reads: readonly string[] = ['get', 'list', 'watch'];

/** How far ahead of the store a "too large" version is, where the request names none. */
const ahead = 1000;

const makers = {
  Unauthorized: () => ({ error: unauthorized() }),
  Forbidden: ({ target, message }) => {
    const { group, resource: plural, verb, path = '' } = target;
    if (plural === '') {
      const refusal = `User ${quote(clientText(target.client))} cannot ${verb} path ${quote(path)}`;
      return { error: forbiddenPath(message ?? refusal) };
    }
    // Authorization does not read bodies.
    const name = verb === 'create' ? '' : target.name;
    return { error: forbiddenObject({ group, plural }, name, message ?? refusalOf(target)) };
  },
  // What a server answers that does not serve the path yet.
  NotServed: () => ({ error: unknownPath(), text: '404 page not found\n' }),
  Conflict: ({ target, message }) => {
    const { group, resource: plural, name, verb } = target;
    if (verb === 'create' && message === undefined)
      return { error: alreadyExists({ group, plural }, name) };
    return { error: conflict({ group, plural }, name, message ?? staleWrite) };
  },
  Expired: ({ target, revision, message }) => ({
    error: expired(message ?? tooOld(target, revision)),
  }),
  // The filter that limits requests in flight answers in plain text, as do proxies in front.
  TooManyRequests: ({ message = 'Too many requests, please try again later.', ...rest }) => {
    const { retryAfterSeconds = 1 } = rest;
    const error = new ApiError(429, 'TooManyRequests', message, { retryAfterSeconds });
    return { error, text: `${message}\n` };
  },
  // The cache of a kind has not been filled yet.
  StorageInitializing: ({ message = 'storage is (re)initializing', retryAfterSeconds = 1 }) => ({
    error: new ApiError(429, 'TooManyRequests', message, { retryAfterSeconds }),
  }),
  // What is left of a failure of etcd.
  InternalError: ({ message }) => ({
    error: serverError(message ?? 'etcdserver: request timed out'),
  }),
  ServiceUnavailable: ({ message = 'service unavailable', retryAfterSeconds }) => {
    const details = retryAfterSeconds === undefined ? undefined : { retryAfterSeconds };
    const error = new ApiError(503, 'ServiceUnavailable', message, details);
    return { error, text: `${message}\n` };
  },
  Timeout: ({ message }) => ({
    error: timeout(message ?? 'request did not complete within the allotted timeout'),
  }),
  TooLargeResourceVersion: ({ target, revision }) => {
    const named = Number(target.resourceVersion);
    const requested = named > revision ? named : revision + ahead;
    return { error: tooLargeResourceVersion(requested, revision) };
  },
} as const satisfies Readonly<Record<string, Maker>>;

export type ErrorName = keyof typeof makers;

export const errorNames = Object.keys(makers) as readonly ErrorName[];

/** By the status code that stands for it. */
export const errorByCode: ReadonlyMap<number, ErrorName> = new Map([
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'NotServed'],
  [409, 'Conflict'],
  [410, 'Expired'],
  [429, 'TooManyRequests'],
  [500, 'InternalError'],
  [503, 'ServiceUnavailable'],
  [504, 'Timeout'],
]);

export function failureOf(name: ErrorName, about: Circumstances): Failure {
  return makers[name](about);
}

/**
 * Returns whether a request can get this error. Versions expire for those that name one, and are too
 * large for those that can ask for one; otherwise no client could recover.
 */
export function canFailWith(name: ErrorName, target: Target): boolean {
  const { verb, resourceVersion = '', continue: token = '' } = target;
  const namesVersion = !['', '0'].includes(resourceVersion);
  if (name === 'Expired') {
    return verb === 'list' ? namesVersion || token !== '' : verb === 'watch' && namesVersion;
  }
  if (name === 'StorageInitializing') return reads.includes(verb);
  if (name === 'TooLargeResourceVersion') return reads.includes(verb) && namesVersion;
  return name !== 'Conflict' || !reads.includes(verb);
}

function tooOld({ verb, resourceVersion, continue: token = '' }: Target, revision: number): string {
  if (verb === 'watch') return watchRevisionTooOld(Number(resourceVersion), revision);
  return token === '' ? listRevisionTooOld : continueTooOld;
}

function refusalOf(target: Target): string {
  const { client, verb, group, namespace } = target;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${quote(namespace)}`;
  const what = `resource ${quote(resourceText(target))} in API group ${quote(group)}`;
  return `User ${quote(clientText(client))} cannot ${verb} ${what} ${where}`;
}
