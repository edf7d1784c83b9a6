/** Resource versions and uids as preconditions of a write. */
import {
  conflict,
  invalid,
  invalidObject,
  serverError,
  show,
  staleWrite,
  type KubeObject,
  inGo,
} from '#values';
import type { RequestContext } from './context.ts';
import { revisionOf, type Target } from './resource.ts';

const digits = /^\d+$/;
/** Go reads versions as uint64. */
const tooLarge = 2 ** 64;

/** The number in a resourceVersion; 0 when it is absent or invalid. */
export function readVersion(version: string | undefined | null): number {
  if (!version || !digits.test(version)) return 0;
  const number = Number(version);
  return number < tooLarge ? number : 0;
}

/** The number in a resourceVersion; 0 when it is absent. Throws Go's 500 when it is invalid. */
export function parseVersion(version: string | undefined | null, field?: string): number {
  if (!version) return 0;
  const isNumber = digits.test(version);
  if (isNumber && Number(version) < tooLarge) return Number(version);
  const fault = isNumber ? 'value out of range' : 'invalid syntax';
  const why = `strconv.ParseUint: parsing ${show(version)}: ${fault}`;
  throw serverError(
    field === undefined ? why : `${field}: Invalid value: ${show(version)}: ${why}`,
  );
}

/** Rejects an update that is based on another version than the stored one; 0 matches any. */
export function checkLock(target: Target, lock: number, old: KubeObject): void {
  if (lock === revisionOf(old)) return;
  const { kind } = target.resource;
  if (lock !== 0) throw conflict(kind, target.name, staleWrite);
  if (kind.wire.requiresVersion === true) {
    const missing = invalid(
      'metadata.resourceVersion',
      inGo('0x0', 0),
      'must be specified for an update',
    );
    // The header names the resource here, not the kind as everywhere else.
    throw invalidObject(kind.group, kind.plural, target.name, [missing]);
  }
}

/** Rejects a write that is meant for another object of the same name (or for one that does not exist). */
export function checkUid(
  target: Target,
  desired: string | undefined,
  old: KubeObject | undefined,
  { dryRun = false }: Pick<RequestContext, 'dryRun'>,
): void {
  const stored = old?.metadata.uid ?? '';
  if (!desired || desired === stored) return;
  const precondition = `Precondition failed: UID in precondition: ${desired}, UID in object meta: ${stored}`;
  const where = `Code: 4, Key: ${dryRun ? pathOf(target) : storageKey(target)}, ResourceVersion: 0`;
  throw conflict(
    target.resource.kind,
    target.name,
    `StorageError: invalid object, ${where}, AdditionalErrorMsg: ${precondition}`,
  );
}

export function storageKey(target: Target): string {
  return `/registry${pathOf(target)}`;
}

/** The key without the prefix of the storage, which v1.24 does not reach on a dry run. */
export function pathOf({ resource, key }: Target): string {
  const { plural, wire } = resource.kind;
  return `/${wire.storagePath ?? plural}/${key}`;
}
