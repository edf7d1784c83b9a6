/** Checks of lists of sysctls, which may be patterns: `net.*`. */
import { checkEach, forbidden, invalid, show, type FieldErrors } from '#values';
import { longestSysctl, sysctlSegment } from '../core/pod/validation/security.ts';

const pattern = `(${sysctlSegment}\\.)*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]`;
const isPattern = new RegExp(`^${pattern}$`);

const allowedField = 'spec.allowedUnsafeSysctls';
const forbiddenField = 'spec.forbiddenSysctls';

export function validateSysctlLists(
  errors: FieldErrors,
  allowed: readonly string[],
  refused: readonly string[],
): void {
  validateSysctlNames(errors, allowed, allowedField);
  validateSysctlNames(errors, refused, forbiddenField);
  validateNoOverlap(errors, allowed, refused);
}

function validateSysctlNames(errors: FieldErrors, sysctls: readonly string[], field: string): void {
  checkEach(errors, sysctls, (name, index) => {
    const at = `${field}[${index}]`;
    if (name === '') errors.push(invalid(at, show(name), 'empty sysctl not allowed'));
    else if (name.length > longestSysctl || !isPattern.test(name)) {
      const why = `must have at most ${longestSysctl} characters and match regex ${pattern}`;
      errors.push(invalid(at, show(name), why));
    }
  });
  if (sysctls.includes('*') && sysctls.length > 1) {
    const why = "if '*' is present, must not specify other sysctls";
    errors.push(forbidden(`${field}.items`, why));
  }
}

interface Sysctl {
  readonly index: number;
  readonly name: string;
  /** Of a pattern: the text before the star. */
  readonly prefix: string | undefined;
  readonly text: string;
}

/**
 * What is allowed must not be forbidden too. Names that a pattern covers stand next to each other
 * when they are sorted, so that long lists need not be compared each with each.
 */
function validateNoOverlap(
  errors: FieldErrors,
  allowed: readonly string[],
  refused: readonly string[],
): void {
  if (allowed.length === 0 || refused.length === 0) return;
  const sorted = refused.map(read).sort((a, b) => (a.text < b.text ? -1 : 1));
  const texts = sorted.map(({ text }) => text);
  const byText = new Map<string, Sysctl[]>();
  for (const each of sorted) {
    const same = byText.get(each.text);
    if (same === undefined) byText.set(each.text, [each]);
    else same.push(each);
  }
  checkEach(errors, allowed.map(read), (one) => {
    const found = new Set<Sysctl>(byText.get(one.text));
    for (let end = 0; end < Math.min(one.text.length, longestSysctl); end++) {
      for (const other of byText.get(one.text.slice(0, end)) ?? []) {
        if (other.prefix !== undefined) found.add(other);
      }
    }
    if (one.prefix !== undefined) {
      for (let at = firstFrom(texts, one.text); texts[at]?.startsWith(one.text); at++) {
        found.add(sorted[at]!);
      }
    }
    const inOrder = [...found].sort((a, b) => a.index - b.index);
    checkEach(errors, inOrder, (other) => refuseOverlap(errors, one, other));
  });
}

function read(name: string, index: number): Sysctl {
  const prefix = name.endsWith('*') ? name.slice(0, -1) : undefined;
  return { index, name, prefix, text: prefix ?? name };
}

/** The first position whose text is not before `text`. */
function firstFrom(texts: readonly string[], text: string): number {
  let low = 0;
  let high = texts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (texts[middle]! < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The narrower one of the two is wrong. */
function refuseOverlap(errors: FieldErrors, allowed: Sysctl, refused: Sysctl): void {
  if (refused.prefix !== undefined && allowed.text.startsWith(refused.prefix)) {
    return refuse(errors, allowed, allowedField, refused);
  }
  if (allowed.prefix !== undefined && refused.text.startsWith(allowed.prefix)) {
    return refuse(errors, refused, forbiddenField, allowed);
  }
  if (allowed.name === refused.name) refuse(errors, allowed, allowedField, refused);
}

function refuse(errors: FieldErrors, wrong: Sysctl, field: string, other: Sysctl): void {
  const why = `sysctl overlaps with ${other.name}`;
  errors.push(invalid(`${field}[${wrong.index}]`, show(wrong.name), why));
}
