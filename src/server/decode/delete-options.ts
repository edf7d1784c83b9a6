/** DeleteOptions: from the body, or without a body from the query. */
import {
  conform,
  identify,
  notRegistered,
  TypeMismatch,
  UnidentifiableError,
  UnreadableValue,
} from '#schema';
import { problemOfDeleteOptions, type Profile } from '#kinds';
import { badRequest, serverError, type ApiError } from '#values';
import type { DeleteOptions as WireOptions } from '#types';
import type { DeleteOptions } from '#request';
import { UnreadableBody, type Serializer } from '../media/serializer.ts';
import type { Query } from '../request/query.ts';

export interface DeleteRequest {
  readonly options: DeleteOptions;
  readonly dryRun: boolean;
  /** Whether a deletion that is not immediate answers 202: for clients of the deprecated field. */
  readonly isCascading: boolean;
  /** The request has no propagation policy. */
  readonly isPolicyOpen: boolean;
}

/** The type of the options. v1.24 does not check their version, from its release 1.24.10 on. */
const optionsKind = 'DeleteOptions';
const defaultVersion = 'meta.k8s.io/v1';

/** Where Go looks for these types. */
const scheme = 'pkg/runtime/scheme.go:100';

/** @throws {ApiError} 400, 422 or 500 */
export async function readDeleteOptions(
  body: Buffer,
  query: Query,
  serializer: Serializer,
  profile: Profile,
): Promise<DeleteRequest> {
  const wire = body.length > 0 ? await fromBody(body, serializer, profile) : fromQuery(query);
  const isUnsafe =
    wire.ignoreStoreReadErrorWithClusterBreakingPotential === true &&
    profile.enabled('AllowUnsafeMalformedObjectDeletion');
  const problem = problemOfDeleteOptions(wire, isUnsafe);
  if (problem !== undefined) throw problem;
  const { gracePeriodSeconds, preconditions, orphanDependents, dryRun = [] } = wire;
  const { propagationPolicy } = wire;
  const options = {
    gracePeriodSeconds,
    preconditions,
    orphanDependents,
    propagationPolicy,
    ...(isUnsafe && { isUnsafe }),
  } as DeleteOptions;
  return {
    options,
    dryRun: dryRun.length > 0,
    isCascading: orphanDependents === false,
    isPolicyOpen: propagationPolicy === undefined && orphanDependents === undefined,
  };
}

/** Errors in the body are reported without context, and until v1.34 as a server error. */
async function fromBody(
  body: Buffer,
  serializer: Serializer,
  { enabled, schemas }: Profile,
): Promise<WireOptions> {
  const refusal = (message: string): ApiError =>
    enabled('BadDeleteOptionsAreRequests') ? badRequest(message) : serverError(message);
  try {
    const { value } = await serializer.read(body, undefined);
    const { apiVersion, kind } = identify(value);
    if (kind !== '' && kind !== optionsKind) {
      throw refusal(notRegistered(apiVersion || defaultVersion, kind, scheme));
    }
    return conform(schemas.of('meta/v1', 'DeleteOptions'), value ?? {}) as WireOptions;
  } catch (error) {
    if (
      error instanceof UnreadableBody ||
      error instanceof UnidentifiableError ||
      error instanceof TypeMismatch ||
      error instanceof UnreadableValue
    ) {
      throw refusal(error.message);
    }
    throw error;
  }
}

function fromQuery(query: Query): WireOptions {
  if (query.isEmpty) return {};
  const [uid, resourceVersion] = [query.get('uid'), query.get('resourceVersion')];
  return {
    ...((uid || resourceVersion) && {
      preconditions: { ...(uid && { uid }), ...(resourceVersion && { resourceVersion }) },
    }),
    gracePeriodSeconds: query.integer('gracePeriodSeconds'),
    orphanDependents: query.optionalFlag('orphanDependents'),
    propagationPolicy: query.get('propagationPolicy'),
    dryRun: query.all('dryRun'),
    ignoreStoreReadErrorWithClusterBreakingPotential: query.optionalFlag(
      'ignoreStoreReadErrorWithClusterBreakingPotential',
    ),
  };
}
