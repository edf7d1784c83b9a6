/** Owners of fields that are decided when somebody reads them. */
import { LateOwners, lateOwnersOf, shareLateOwners, type KubeObject } from '#values';
import type { ObjectMeta } from '#types';
import type { Endpoint } from '../endpoint.ts';
import type { Body, Resource } from '../resource.ts';
import { noEntries, type Entries, type Owner } from './entries.ts';
import { throughSubresource } from './of-object.ts';
import { isEmpty } from './walk.ts';

/** An update, as owners of fields are decided by it. */
export interface Update {
  readonly resource: Resource;
  readonly endpoint: Endpoint;
  readonly writer: Owner;
  /** The request's object with defaults. */
  readonly desired: Body;
  /** The same with the parts that the endpoint does not write. */
  readonly whole: Body;
  readonly old: Body;
  readonly now: () => string;
}

export function updateOf(
  writer: Owner,
  resource: Resource,
  endpoint: Endpoint,
  desired: Body,
  next: Body,
  old: Body,
  now: () => string,
): Update {
  const whole = endpoint.subresource === undefined ? desired : throughSubresource(desired, next);
  return { resource, endpoint, writer, desired, whole, old, now };
}

/** An object is written at most this often before its owners are decided: each write keeps the version before it. */
const mostUndecided = 8;

type Decide = (before: Entries) => Entries;

/** Owners that a write leaves undecided. All of them are in its API version. */
export class OwnersLater extends LateOwners {
  readonly apiVersion: string;
  /** How many writes are undecided. */
  readonly depth: number;
  #before: OwnersLater | undefined;
  #decide: Decide | undefined;

  /** @param before those that the write begins with; undefined for a new object */
  constructor(apiVersion: string, before: OwnersLater | undefined, decide: Decide) {
    super();
    this.apiVersion = apiVersion;
    this.depth = before === undefined ? 1 : before.depth + 1;
    this.#before = before;
    this.#decide = decide;
  }

  protected decide(): Entries {
    const entries = this.#decide!(this.#before?.entries ?? noEntries);
    // Nothing of the past is kept alive.
    this.#before = undefined;
    this.#decide = undefined;
    return entries;
  }
}

/**
 * Finds the undecided owners that an update can add to. Undefined where those after it are decided at once: of an
 * object that has been read, or written often, and where a client sends owners, or is of another version.
 */
export function ownersBefore(
  { kind, apiVersion }: Resource,
  sent: ObjectMeta,
  metadata: ObjectMeta,
): OwnersLater | undefined {
  const late = lateOwnersOf(metadata);
  if (!(late instanceof OwnersLater) || late.areDecided || late.depth >= mostUndecided)
    return undefined;
  const isAlike = kind.custom === undefined && late.apiVersion === apiVersion;
  return isAlike && sendsNoOwners(sent, metadata) ? late : undefined;
}

/** Tells whether the creator of an object surely owns a field of it, whatever else there may be. */
export function ownsAny(desired: KubeObject): boolean {
  const parts = desired as unknown as Readonly<Record<string, unknown>>;
  for (const name in parts) {
    if (!unsure.has(name) && parts[name] !== undefined && !isEmpty(parts[name])) return true;
  }
  return false;
}

/** Parts that may have no fields with owners. */
const unsure: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status']);

/** Tells whether a client sends the owners that are stored, or none. */
function sendsNoOwners(sent: ObjectMeta, stored: ObjectMeta): boolean {
  if (sent === stored || shareLateOwners(sent, stored)) return true;
  const { managedFields } = sent;
  return managedFields == null || managedFields === stored.managedFields;
}
