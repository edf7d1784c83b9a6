/**
 * The errors of the API, each with the `Status` body and the messages of a v1.24 server, named
 * after the reason.
 */
import { quote } from '../go/quote.ts';

/** Why a request failed, as `Status.reason` has it. A few plain 500s have none. */
export type StatusReason =
  | 'BadRequest'
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'MethodNotAllowed'
  | 'NotAcceptable'
  | 'AlreadyExists'
  | 'Conflict'
  | 'Expired'
  | 'RequestEntityTooLarge'
  | 'UnsupportedMediaType'
  | 'Invalid'
  | 'TooManyRequests'
  | 'InternalError'
  | 'ServiceUnavailable'
  | 'Timeout';

export interface StatusCause {
  readonly reason?: string;
  readonly message: string;
  readonly field?: string;
}

export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  /** The plural resource name; in `Invalid` and in failed delete preconditions, the kind. */
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  /** The client should try again after this many seconds. */
  readonly retryAfterSeconds?: number;
}

/** The body of a failed answer. */
export interface FailureStatus {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata: Record<string, never>;
  readonly status: 'Failure';
  readonly message: string;
  readonly reason?: StatusReason;
  readonly details?: StatusDetails;
  readonly code: number;
}

/** A resource as messages name it: `deployments.apps`, or plain `pods` for the core group. */
export interface ResourceName {
  readonly group: string;
  readonly plural: string;
}

/** A rejected request. `message` is that of the Status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: number;
  readonly reason: StatusReason | undefined;
  readonly details: StatusDetails | undefined;

  constructor(
    code: number,
    reason: StatusReason | undefined,
    message: string,
    details?: StatusDetails,
  ) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.details = details;
  }

  /** The whole body, as it goes over the wire. */
  get status(): FailureStatus {
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: this.message,
      ...(this.reason !== undefined && { reason: this.reason }),
      ...(this.details !== undefined && { details: this.details }),
      code: this.code,
    };
  }
}

/** 400: a malformed request. */
export function badRequest(message: string): ApiError {
  return new ApiError(400, 'BadRequest', message);
}

/** 401: missing or unknown credentials. */
export function unauthorized(): ApiError {
  return new ApiError(401, 'Unauthorized', 'Unauthorized');
}

/** 403 on an object, or on a whole collection when `name` is empty. */
export function forbiddenObject(
  resource: ResourceName,
  name: string,
  why: string,
  causes?: readonly StatusCause[],
): ApiError {
  const message =
    name === ''
      ? `${print(resource)} is forbidden: ${why}`
      : `${titled(resource, name)} is forbidden: ${why}`;
  return new ApiError(403, 'Forbidden', message, detailsOf(resource, name, causes));
}

/** 403 for a path outside the resources, such as `/version`. */
export function forbiddenPath(why: string): ApiError {
  return new ApiError(403, 'Forbidden', `forbidden: ${why}`, {});
}

/** 403 for creating something in a namespace that is being deleted. */
export function namespaceTerminating(
  resource: ResourceName,
  name: string,
  namespace: string,
): ApiError {
  return forbiddenObject(
    resource,
    name,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
    [
      {
        reason: namespaceTerminatingCause,
        message: `namespace ${namespace} is being terminated`,
        field: 'metadata.namespace',
      },
    ],
  );
}

/** 404 of an object. */
export function notFound(resource: ResourceName, name: string): ApiError {
  return new ApiError(
    404,
    'NotFound',
    `${titled(resource, name)} not found`,
    detailsOf(resource, name),
  );
}

/** 404 of a version or resource that is not served, within a known group. */
export function unknownPath(): ApiError {
  return new ApiError(404, 'NotFound', 'the server could not find the requested resource', {});
}

/** 405. */
export function methodNotSupported(): ApiError {
  const message = 'the server does not allow this method on the requested resource';
  return new ApiError(405, 'MethodNotAllowed', message, {});
}

/** 405 for what custom resources cannot do. */
export function verbNotSupported(resource: ResourceName, verb: string): ApiError {
  const message = `${verb} is not supported on resources of kind ${JSON.stringify(print(resource))}`;
  const { group, plural } = resource;
  return new ApiError(405, 'MethodNotAllowed', message, { group, kind: plural });
}

/** 405 for a new object of a kind whose definition is being deleted. */
export function terminatingKind({ group, plural }: ResourceName): ApiError {
  const message = 'create not allowed while custom resource definition is terminating';
  return new ApiError(405, 'MethodNotAllowed', message, { group, kind: plural });
}

/**
 * 406 without any supported media type.
 *
 * @param available what the path can answer; absent: the message does not name it
 */
export function notAcceptable(available?: readonly string[]): ApiError {
  const what =
    available === undefined ? '' : `\n\nAvailable representations: ${available.join(', ')}`;
  return new ApiError(406, 'NotAcceptable', `406: Not Acceptable${what}`, {});
}

/** 406 for a known media type in a form that is not supported; lists the supported ones. */
export function notAcceptableForm(accepted: readonly string[]): ApiError {
  return notAcceptableShape(`only the following media types are accepted: ${accepted.join(', ')}`);
}

/** 406 for a transformation that does not fit the answer, with a message of its own. */
export function notAcceptableShape(message: string): ApiError {
  return new ApiError(406, 'NotAcceptable', message);
}

/** 409 for a creation under a taken name. */
export function alreadyExists(resource: ResourceName, name: string): ApiError {
  const message = `${titled(resource, name)} already exists`;
  return new ApiError(409, 'AlreadyExists', message, detailsOf(resource, name));
}

/** The 409 for a taken name, when the object there is still being deleted. */
export function beingDeleted({ code, reason, message, details }: ApiError): ApiError {
  return new ApiError(code, reason, `object is being deleted: ${message}`, details);
}

/** 409 for a generated name that is taken. */
export function generatedNameTaken(resource: ResourceName, name: string): ApiError {
  const message = `${titled(resource, name)} already exists, the server was not able to generate a unique name for the object`;
  return new ApiError(409, 'AlreadyExists', message, {
    ...detailsOf(resource, name),
    retryAfterSeconds: 1,
  });
}

/** The message of {@link conflict} for a write based on an older version. */
export const staleWrite =
  'the object has been modified; please apply your changes to the latest version and try again';

/** 409: the object is not in the state that the request requires. */
export function conflict(resource: ResourceName, name: string, why: string): ApiError {
  const message = `Operation cannot be fulfilled on ${titled(resource, name)}: ${why}`;
  return new ApiError(409, 'Conflict', message, detailsOf(resource, name));
}

/** 410 of a read or watch at a revision that has been compacted away. */
export function expired(message: string): ApiError {
  return new ApiError(410, 'Expired', message);
}

/** The text of the 410 for a list at a compacted revision. */
export const listRevisionTooOld = 'The resourceVersion for the provided list is too old.';

/** The text of the 410 for a watch from a compacted revision. */
export function watchRevisionTooOld(requested: number, oldest: number): string {
  return `too old resource version: ${requested} (${oldest})`;
}

/**
 * The message of the 410 for a continue token whose revision was compacted; it comes with a new
 * token.
 */
export const continueTooOld =
  'The provided continue parameter is too old to display a consistent list result. ' +
  'You can start a new list without the continue parameter, or use the continue token in this response to retrieve ' +
  'the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that ' +
  'were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';

/** 413; `why` such as `limit is 3145728`. */
export function requestEntityTooLarge(why: string): ApiError {
  return new ApiError(413, 'RequestEntityTooLarge', `Request entity too large: ${why}`);
}

/** 415 for a body in a media type that is not supported. */
export function unsupportedMediaType(accepted: readonly string[]): ApiError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return new ApiError(415, 'UnsupportedMediaType', message);
}

/** 415 for a patch in a format that the resource does not support. */
export function unsupportedPatchType(): ApiError {
  return new ApiError(415, 'UnsupportedMediaType', '415: Unsupported Media Type', {});
}

/** 422 for a JSON patch that cannot be applied; it gives no details. */
export function unprocessable(): ApiError {
  return new ApiError(
    422,
    'Invalid',
    'the server rejected our request due to an error in our request',
    {},
  );
}

/** 429, with the seconds to wait if they are known. */
export function tooManyRequests(message: string, details?: StatusDetails): ApiError {
  return new ApiError(429, 'TooManyRequests', message, details);
}

/** 500 with the reason InternalError. */
export function internalError(why: string): ApiError {
  const message = `Internal error occurred: ${why}`;
  return new ApiError(500, 'InternalError', message, { causes: [{ message: why }] });
}

/** The bare 500 that v1.24 gives for some bad requests: without reason or details. */
export function serverError(message: string): ApiError {
  return new ApiError(500, undefined, message);
}

/** 504; `why` such as `request did not complete within the allotted timeout`. */
export function timeout(why: string): ApiError {
  return new ApiError(504, 'Timeout', `Timeout: ${why}`);
}

/** 504 of a read at a revision that does not exist yet. */
export function tooLargeResourceVersion(
  requested: number | string,
  current: number | string,
): ApiError {
  const cause = { reason: 'ResourceVersionTooLarge', message: 'Too large resource version' };
  const message = `Timeout: Too large resource version: ${requested}, current: ${current}`;
  return new ApiError(504, 'Timeout', message, { causes: [cause], retryAfterSeconds: 1 });
}

/** Whether an API has not reached the revision that a read names. */
export function isTooLargeVersion(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== 504) return false;
  return error.details?.causes?.[0]?.reason === 'ResourceVersionTooLarge';
}

/** Whether an API answered that there is no such object (404). */
export function isNotFound(error: unknown): boolean {
  return hasReason(error, 'NotFound');
}

/** Whether an API refused a write because the object had changed meanwhile (409, Conflict). */
export function isConflict(error: unknown): boolean {
  return hasReason(error, 'Conflict');
}

/** Whether an API refused to create an object because there is one of that name (409, AlreadyExists). */
export function isAlreadyExists(error: unknown): boolean {
  return hasReason(error, 'AlreadyExists');
}

export function isExpired(error: unknown): boolean {
  return hasReason(error, 'Expired');
}

export function isForbidden(error: unknown): boolean {
  return hasReason(error, 'Forbidden');
}

export function isInvalid(error: unknown): boolean {
  return hasReason(error, 'Invalid');
}

/** A create that was rejected because its namespace is being deleted: controllers ignore it silently. */
export function isNamespaceTerminating(error: unknown): boolean {
  return (
    isForbidden(error) &&
    (error as ApiError).details?.causes?.some(
      (cause) => cause.reason === namespaceTerminatingCause,
    ) === true
  );
}

const namespaceTerminatingCause = 'NamespaceTerminating';

function hasReason(error: unknown, reason: StatusReason): boolean {
  return error instanceof ApiError && error.reason === reason;
}

function print(resource: ResourceName): string {
  return resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
}

/** Returns a resource with the name of an object in quotes, as messages begin. */
export function titled(resource: ResourceName, name: string): string {
  return `${print(resource)} ${quote(name)}`;
}

/** Returns the details of an error about an object; empty ones are left out. */
export function detailsOf(
  resource: ResourceName,
  name: string,
  causes?: readonly StatusCause[],
): StatusDetails {
  return {
    ...(name !== '' && { name }),
    ...(resource.group !== '' && { group: resource.group }),
    ...(resource.plural !== '' && { kind: resource.plural }),
    ...(causes !== undefined && causes.length > 0 && { causes }),
  };
}
