/** The options of writes: `dryRun`, `fieldManager`, `fieldValidation`, `force`. */
import {
  forbidden,
  invalid,
  invalidObject,
  notSupported,
  required,
  tooLong,
  type FieldError,
  type Release,
} from '#values';
import { validateDryRun } from '#kinds';
import type { Query } from './query.ts';

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

export interface WriteOptions {
  readonly dryRun: boolean;
  /** The field manager; by default from the user agent. */
  readonly fieldManager: string;
  /** Always `Ignore` unless the feature gate ServerSideFieldValidation is on. */
  readonly fieldValidation: FieldValidation;
  /** Apply only: take over fields that others own. */
  readonly force: boolean;
}

export type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions';

/** In bytes. */
const longestManager = 128;
/** As Go's unicode.IsPrint has it. */
const printable = /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;
const fieldValidations: readonly string[] = ['', 'Ignore', 'Strict', 'Warn'];

export interface OptionsSource {
  readonly query: Query;
  readonly userAgent: string | undefined;
  readonly release: Release;
}

/**
 * @param isApply whether a patch is an apply patch; for other writes undefined
 * @throws {ApiError} 422
 */
export function readWriteOptions(
  kind: OptionsKind,
  { query, userAgent, release }: OptionsSource,
  isApply?: boolean,
): WriteOptions {
  const validatesFields = release.enabled('ServerSideFieldValidation');
  if (query.isEmpty && isApply !== true) {
    const fieldValidation = validatesFields ? 'Warn' : 'Ignore';
    return {
      dryRun: false,
      fieldManager: defaultManager(userAgent),
      fieldValidation,
      force: false,
    };
  }
  const fieldManager = query.get('fieldManager') ?? '';
  const force = query.optionalFlag('force');
  const dryRun = query.all('dryRun');
  const fieldValidation = query.get('fieldValidation') ?? '';
  refuseIfAny(kind, [
    ...(isApply === undefined ? [] : checkForce(isApply, force, fieldManager)),
    ...checkManager(fieldManager, release),
    ...validateDryRun(dryRun),
    ...checkFieldValidation(fieldValidation),
  ]);
  return {
    dryRun: dryRun.length > 0,
    fieldManager: fieldManager || defaultManager(userAgent),
    fieldValidation: validatesFields ? ((fieldValidation || 'Warn') as FieldValidation) : 'Ignore',
    force: force ?? false,
  };
}

/** @throws {ApiError} 422 with all errors of the options */
function refuseIfAny(kind: OptionsKind, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidObject('meta.k8s.io', kind, '', errors);
}

function checkForce(
  isApply: boolean,
  force: boolean | undefined,
  manager: string,
): readonly FieldError[] {
  if (isApply) {
    return manager === '' ? [required('fieldManager', 'is required for apply patch')] : [];
  }
  return force === undefined
    ? []
    : [forbidden('force', 'may not be specified for non-apply patch')];
}

function checkManager(manager: string, release: Release): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (Buffer.byteLength(manager) > longestManager) {
    errors.push(tooLong('fieldManager', longestManager, release));
  }
  let position = 0;
  for (const character of manager) {
    if (printable.test(character)) {
      position += Buffer.byteLength(character);
      continue;
    }
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    const why = `invalid character U+${code} (at position ${position})`;
    errors.push(invalid('fieldManager', JSON.stringify(manager), why));
    break;
  }
  return errors;
}

function checkFieldValidation(value: string): readonly FieldError[] {
  if (fieldValidations.includes(value)) return [];
  return [notSupported('fieldValidation', JSON.stringify(value), fieldValidations)];
}

function defaultManager(userAgent: string | undefined): string {
  return programIn(userAgent) || 'unknown';
}

/** Returns the user agent up to its version: its printable characters, as far as they have room. */
function programIn(userAgent = ''): string {
  const slash = userAgent.indexOf('/');
  const name = slash < 0 ? userAgent : userAgent.slice(0, slash);
  if (/^[ -~]*$/.test(name)) return name.slice(0, longestManager);
  let manager = '';
  // Node reads headers as Latin-1, Go as UTF-8.
  for (const character of Buffer.from(name, 'latin1').toString()) {
    if (!printable.test(character)) continue;
    if (Buffer.byteLength(manager + character) > longestManager) break;
    manager += character;
  }
  return manager;
}
