/** What field validation checks of a merge or JSON patch itself, before it is carried out. */
import type { Patch } from '#request';
import { badRequest } from '#values';
import { typeMismatch } from './json-operations.ts';
import { OversizedJsonPatch } from './json-patch.ts';
import { isObject, type JsonObject } from './merge-draft.ts';

const texts = ['op', 'from', 'path'];
const fields = new Set([...texts, 'value']);

/** Checks the form of a patch whose fields are validated. @throws {ApiError} 400 */
export function checkForm({ type, body, fieldValidation = 'Ignore' }: Patch): void {
  if (fieldValidation === 'Ignore' || body === null) return;
  const problem = problems[type]?.(body);
  if (problem !== undefined) throw badRequest(`error decoding patch: ${problem}`);
}

/** The complaints about a JSON patch: those about its text, and fields that operations do not have. */
export function complaintsAbout({ type, body, complaints = [] }: Patch): readonly string[] {
  if (type !== 'json' || !Array.isArray(body)) return complaints;
  const unknown = body.flatMap((operation: unknown, at) =>
    isObject(operation)
      ? Object.keys(operation)
          .filter((field) => !fields.has(field))
          .map((field) => `unknown field "[${at}].${field}"`)
      : [],
  );
  return [...complaints, ...unknown].map((complaint) => `json patch ${complaint}`);
}

const problems: Partial<Record<Patch['type'], (body: unknown) => string | undefined>> = {
  merge: problemOfMerge,
  json: problemOfOperations,
};

function problemOfMerge(body: unknown): string | undefined {
  return isObject(body) ? undefined : typeMismatch(body, 'map[string]interface {}');
}

function problemOfOperations(body: unknown): string | undefined {
  if (body instanceof OversizedJsonPatch) return undefined;
  if (!Array.isArray(body)) return typeMismatch(body, '[]handlers.jsonPatchOp');
  for (const operation of body) {
    const problem = problemOfOperation(operation);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOfOperation(operation: unknown): string | undefined {
  if (operation === null) return undefined;
  if (!isObject(operation)) return typeMismatch(operation, 'handlers.jsonPatchOp');
  const wrong = Object.keys(operation).find(
    (field) => texts.includes(field) && !isText(operation, field),
  );
  if (wrong === undefined) return undefined;
  return typeMismatch(operation[wrong], 'string', `Go struct field jsonPatchOp.${wrong}`);
}

function isText(operation: JsonObject, field: string): boolean {
  return operation[field] === null || typeof operation[field] === 'string';
}
