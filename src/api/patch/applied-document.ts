/** The document of a server-side apply, before its fields are looked at. */
import type { Patch } from '#request';
import { badRequest } from '#values';
import type { ManagedFields } from '../managed-fields/index.ts';

/**
 * Ignores, warns of or rejects duplicate keys in the document, as the request asks.
 * @throws {ApiError} 400 when it rejects them
 */
export function reportDuplicates(
  ownership: ManagedFields,
  { complaints = [], fieldValidation = 'Ignore' }: Patch,
  warn: ((text: string) => void) | undefined,
): void {
  if (fieldValidation === 'Ignore' || complaints.length === 0) return;
  if (fieldValidation === 'Strict') {
    throw badRequest(`error strict decoding ${documentOf(ownership)}: ${complaints.join(', ')}`);
  }
  if (warn !== undefined) complaints.forEach(warn);
}

/** What messages call the document that is applied. */
export function documentOf({ profile }: ManagedFields): string {
  return profile.enabled('PatchTextsComeFirst') ? 'patch' : 'YAML';
}

/** The document as an object. @param document what messages call it @throws {ApiError} 400 */
export function asObject(body: unknown, document = 'YAML'): Record<string, unknown> {
  if (body === null || body === undefined) return {};
  if (typeof body === 'object' && !Array.isArray(body)) return body as Record<string, unknown>;
  const found = Array.isArray(body) ? 'array' : typeof body === 'boolean' ? 'bool' : typeof body;
  throw badRequest(
    `error decoding ${document}: error unmarshaling JSON: while decoding JSON: ` +
      `json: cannot unmarshal ${found} into Go value of type map[string]interface {}`,
  );
}

/** Go reads other values as an empty text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** `default/web; apps/v1, Kind=Deployment` */
export function title(object: Record<string, unknown>): string {
  const { namespace = '', name = '' } = (object['metadata'] ?? {}) as Record<string, unknown>;
  return `${textOf(namespace)}/${textOf(name)}; ${groupVersionKind(object)}`;
}

/** `apps/v1, Kind=Deployment` */
export function groupVersionKind({ apiVersion, kind }: Record<string, unknown>): string {
  const version = textOf(apiVersion);
  return `${version.includes('/') ? version : `/${version}`}, Kind=${textOf(kind)}`;
}
