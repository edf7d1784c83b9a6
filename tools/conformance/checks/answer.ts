/** What an API server answered, as recordings say it. */
import { isDeepStrictEqual } from 'node:util';
import { asCreated, type Answer, type CheckCase, type Result } from './case.ts';
import { shortened } from './change.ts';

export interface Response {
  readonly code: number;
  readonly body: unknown;
  /** The header. */
  readonly warning?: string | undefined;
}

interface Cause {
  readonly reason: string;
  readonly message: string;
  readonly field?: string;
}

interface Status {
  readonly message?: string;
  readonly details?: { readonly kind?: string; readonly name?: string; readonly causes?: Cause[] };
}

/** How the message of a cause begins, by its reason. */
const beginnings: Readonly<Record<string, string>> = {
  FieldValueDuplicate: 'Duplicate value',
  FieldValueForbidden: 'Forbidden',
  FieldValueInvalid: 'Invalid value',
  FieldValueNotFound: 'Not found',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueRequired: 'Required value',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
  FieldValueTypeInvalid: 'Invalid value',
  InternalError: 'Internal error',
};

/** Reads a refusal: the causes of an invalid object, or a line about anything else. */
export function readAnswer({ code, body }: Response): Exclude<Answer, Result> {
  const { message = '', details } = (body ?? {}) as Status;
  const causes = details?.causes ?? [];
  if (code !== 422 || causes.length === 0) return stable(`${code} ${message}`);
  const lines = causes.map(lineOf);
  return messageOf(causes, message) ? lines : [...lines, stable(`in all: ${message}`)];
}

/** Returns the case with the causes of each answer sorted, and marked as such. */
export function inAnyOrder({ create, update, ...question }: CheckCase): CheckCase {
  const sorted = (answer: Answer): Answer => (isCauses(answer) ? answer.toSorted() : answer);
  return {
    ...question,
    anyOrder: true,
    ...(create !== undefined && { create: sorted(create) }),
    ...(update !== undefined && { update: sorted(update) }),
  };
}

/** Returns the case with what an update's answer has of the creation's in a row written as one line. */
export function folded(each: CheckCase): CheckCase {
  const { create, update } = each;
  if (create === undefined || update === undefined) return each;
  if (isDeepStrictEqual(create, update)) return { ...each, update: asCreated };
  if (!isCauses(create) || !isCauses(update)) return each;
  const { length } = create;
  const at = update.findIndex((_, start) =>
    isDeepStrictEqual(update.slice(start, start + length), create),
  );
  return at < 0 ? each : { ...each, update: update.toSpliced(at, length, asCreated) };
}

function isCauses(answer: Answer): answer is readonly string[] {
  return Array.isArray(answer);
}

function lineOf({ reason, message, field = '' }: Cause): string {
  const isUsual = message.startsWith(beginnings[reason] ?? '?');
  return stable(`${field}: ${message}${isUsual ? '' : ` (${reason})`}`);
}

/** Tells whether the message of the whole says the causes, each text once. */
function messageOf(causes: readonly Cause[], message: string): boolean {
  const texts = [...new Set(causes.map((cause) => `${cause.field ?? ''}: ${cause.message}`))];
  const joined = texts.length === 1 ? texts[0]! : `[${texts.join(', ')}]`;
  return message.endsWith(` is invalid: ${joined}`);
}

const heldQuantity =
  /\{i:resource\.int64Amount\{value:(-?\d+), scale:(-?\d+)\}, d:[^,]*, s:"[^"]*"/g;
const largeStruct =
  /\b((?:\[\])?(?:core\.(?:PodTemplateSpec|VolumeNodeAffinity)|apiextensions\.(?:JSONSchemaProps|JSONSchemaPropsOrArray|CustomResourceDefinitionVersion)|storage\.(?:CSINodeDriver|VolumeAttachmentSpec)|flowcontrol\.FlowSchemaSpec))\{.*\}(?=: [^{}]*$)/;

/**
 * Writes what servers cannot have in common as one text:
 *
 * - addresses, in Go's printing of pointers;
 * - the lines of differences between two objects, which Go prints another way in each build;
 * - large structs, which Go prints field by field, with all that they hold;
 * - how quantities are held, which in Go depends on how they were written (`1000m` as 1000 thousandths).
 *
 * Long runs of a character are shortened.
 */
function stable(text: string): string {
  const line = text
    .replace(/\n[^]*/, '\n...')
    .replace(/\(0x[0-9a-f]+\)/g, '(0x0)')
    .replace(largeStruct, '$1{...}')
    .replace(heldQuantity, (_, value: string, scale: string) =>
      withoutZeros(Number(value), Number(scale)),
    );
  return shortened(line);
}

function withoutZeros(value: number, scale: number): string {
  const isRound = value !== 0 && value % 10 === 0;
  return isRound ? withoutZeros(value / 10, scale + 1) : `{${value}e${scale}`;
}
