/**
 * Checks that types state themselves. Where a release reads them from its types, they come after all
 * others, and in the plain words of their sort; before, they stood among the others, with more words.
 */
import type { Profile } from '../profile/profile.ts';
import { immutable } from './validate-metadata.ts';
import {
  addAll,
  checkThen,
  forbidden,
  invalid,
  isEnough,
  required,
  type FieldError,
  type FieldErrors,
  type Shown,
} from '#values';

/** Takes what such checks find. */
export interface StatedErrors {
  /** Whether they come after all others. */
  readonly areLast: boolean;
  add(error: FieldError): void;
  /** @param words what earlier releases add */
  required(field: string, words?: string): void;
  /** @param words what earlier releases add */
  forbidden(field: string, words: string): void;
  /** @param shown what earlier releases show of the value */
  immutable(field: string, shown: () => Shown): void;
}

/** Runs a check, and adds what it finds by stated checks where the release has it. */
export function checkStated(
  errors: FieldErrors,
  profile: Profile,
  check: (stated: StatedErrors) => void,
): void {
  const areLast = profile.enabled('StatedChecks');
  const found: FieldErrors = areLast ? [] : errors;
  const add = (error: FieldError): void => {
    if (!areLast || !isEnough(found)) found.push(error);
  };
  check({
    areLast,
    add,
    required: (field, words = '') => add(required(field, areLast ? '' : words)),
    immutable: (field, shown) => add(invalid(field, areLast ? 'null' : shown(), immutable)),
    forbidden: (field, words) => add(forbidden(field, areLast ? '' : words)),
  });
  if (areLast) checkThen(errors, () => addAll(errors, found));
}
