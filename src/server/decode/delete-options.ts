/** DeleteOptions: from the body, or without a body from the query. */
import {
  conform,
  identify,
  problemOfDeleteOptions,
  schemas,
  serverError,
  TypeMismatch,
  UnidentifiableError,
  UnreadableValue,
  type DeleteOptions as WireOptions,
} from '#kinds';
import type { DeleteOptions } from '#request';
import { UnreadableBody, type Serializer } from '../media/serializer.ts';
import type { Query } from '../query.ts';

export interface DeleteRequest {
  readonly options: DeleteOptions;
  readonly dryRun: boolean;
  /** Whether a deletion that is not immediate answers 202: for clients of the deprecated field. */
  readonly isCascading: boolean;
  /** The request has no propagation policy. */
  readonly isPolicyOpen: boolean;
}

/** The versions in which the options may come. */
export interface OptionsVersions {
  /** Of a body without an apiVersion. */
  readonly defaultVersion: string;
  /** Why a body of another type, or of a version that is not known, is refused. */
  problemOf(apiVersion: string, kind: string): string | undefined;
}

export const optionsKind = 'DeleteOptions';

/** @throws {ApiError} 400, 422 or 500 */
export async function readDeleteOptions(
  body: Buffer,
  query: Query,
  serializer: Serializer,
  versions: OptionsVersions,
): Promise<DeleteRequest> {
  const wire = body.length > 0 ? await fromBody(body, serializer, versions) : fromQuery(query);
  const problem = problemOfDeleteOptions(wire);
  if (problem !== undefined) throw problem;
  const { gracePeriodSeconds, preconditions, orphanDependents, dryRun = [] } = wire;
  const { propagationPolicy } = wire;
  const options = {
    gracePeriodSeconds,
    preconditions,
    orphanDependents,
    propagationPolicy,
  } as DeleteOptions;
  return {
    options,
    dryRun: dryRun.length > 0,
    isCascading: orphanDependents === false,
    isPolicyOpen: propagationPolicy === undefined && orphanDependents === undefined,
  };
}

/** Errors in the body are reported without context, and as a server error. */
async function fromBody(
  body: Buffer,
  serializer: Serializer,
  { defaultVersion, problemOf }: OptionsVersions,
): Promise<WireOptions> {
  try {
    const { value } = await serializer.read(body, undefined);
    const { apiVersion, kind } = identify(value);
    const problem = problemOf(apiVersion || defaultVersion, kind || optionsKind);
    if (problem !== undefined) throw serverError(problem);
    return conform(schemas.of('meta/v1', 'DeleteOptions'), value ?? {}) as WireOptions;
  } catch (error) {
    if (
      error instanceof UnreadableBody ||
      error instanceof UnidentifiableError ||
      error instanceof TypeMismatch ||
      error instanceof UnreadableValue
    ) {
      throw serverError(error.message);
    }
    throw error;
  }
}

function fromQuery(query: Query): WireOptions {
  if (query.isEmpty) return {};
  return {
    gracePeriodSeconds: query.integer('gracePeriodSeconds'),
    orphanDependents: query.optionalFlag('orphanDependents'),
    propagationPolicy: query.get('propagationPolicy'),
    dryRun: query.all('dryRun'),
  };
}
