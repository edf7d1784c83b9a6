/** A patched object has to fit its type again, as an object that came whole. */
import {
  conform,
  invalid,
  invalidObject,
  jsonTypeOf,
  TypeMismatch,
  UnreadableValue,
  type ApiError,
  type Kind,
  type KubeObject,
} from '#kinds';
import type { Patch } from '../request.ts';

/**
 * What the patch has made of an object, in the canonical form of its type. An object that is left
 * as it was is not looked at.
 *
 * @param warn is told what does not belong, unless that is an error
 * @throws {ApiError} 422
 */
export function decodePatched(
  patched: KubeObject,
  current: KubeObject,
  kind: Kind,
  patch: Patch,
  warn: ((text: string) => void) | undefined,
): KubeObject {
  if (patched === current) return current;
  checkType(patched, current);
  const { fieldValidation = 'Ignore' } = patch;
  const complaints = fieldValidation === 'Ignore' ? [] : [...(patch.complaints ?? [])];
  const onUnknown =
    fieldValidation === 'Ignore'
      ? undefined
      : (path: string): void => void complaints.push(`unknown field "${path}"`);
  const decoded = conformed(patched, current, kind, patch, onUnknown);
  if (complaints.length > 0 && fieldValidation === 'Strict') {
    throw undecodable(patched, `strict decoding error: ${complaints.join(', ')}`);
  }
  if (warn !== undefined) complaints.forEach(warn);
  return decoded;
}

function conformed(
  patched: KubeObject,
  current: KubeObject,
  kind: Kind,
  { type }: Patch,
  onUnknown: ((path: string) => void) | undefined,
): KubeObject {
  try {
    return conform(kind.schema, patched, { onUnknown, fitting: current }) as KubeObject;
  } catch (error) {
    if (error instanceof TypeMismatch) {
      throw undecodable(patched, type === 'strategic' ? restoring(error) : error.message);
    }
    if (error instanceof UnreadableValue) throw undecodable(patched, error.message);
    throw error;
  }
}

function checkType(patched: KubeObject, current: KubeObject): void {
  const { apiVersion, kind } = patched;
  if (kind === current.kind && apiVersion === current.apiVersion) return;
  // An object that has lost its metadata as well is told by its name, or for want of one.
  if (typeof kind !== 'string' || typeof apiVersion !== 'string') return;
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  const group = current.apiVersion.includes('/') ? current.apiVersion.split(/[./]/)[0]! : 'core';
  const conversion = `converting (${version}.${kind}) to (${group}.${current.kind})`;
  throw undecodable(patched, `${conversion}: unknown conversion`);
}

/** Strategic merge patches are decoded from maps instead of text. */
function restoring({ found, wanted }: TypeMismatch): string {
  const from = kindOfGo(found);
  if (wanted.startsWith('[]')) return `cannot restore slice from ${from}`;
  if (wanted.startsWith('map[')) return `cannot restore map from ${from}`;
  if (wanted.includes('.')) return `cannot restore struct from: ${from}`;
  return `cannot convert ${from} to ${wanted}`;
}

function kindOfGo(found: string): string {
  if (found === 'object') return 'map';
  if (found === 'array') return 'slice';
  return found.startsWith('number') ? 'int64' : found;
}

function undecodable(patched: KubeObject, why: string): ApiError {
  const shown = jsonTypeOf(patched) === 'object' ? JSON.stringify(JSON.stringify(patched)) : '""';
  return invalidObject('', '', '', [invalid('patch', shown, why)]);
}
