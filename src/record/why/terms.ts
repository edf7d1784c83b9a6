import type { Account, Term } from '#runtime';

/** Returns what went into a value, however it was computed: terms of a sum, or of stages. */
export function allTermsOf({ terms, stages = [] }: Account): readonly Term[] {
  return [...terms, ...stages.flatMap((stage) => stage.terms ?? [])];
}
