/** Mutations that change nothing anybody could notice, each with its reason. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diffOf, type Mutation } from './mutation.ts';

export interface Equivalent {
  readonly file: string;
  /** The changed lines as they are, and as the mutation makes them, without their indentation. */
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

export function equivalentsIn(root: string): readonly Equivalent[] {
  const text = readFileSync(join(root, 'tools/mutants/equivalent.json'), 'utf8');
  return JSON.parse(text) as readonly Equivalent[];
}

/** Why the mutation is equivalent, if it is listed. */
export function reasonFor(
  list: readonly Equivalent[],
  text: string,
  mutation: Mutation,
): string | undefined {
  const candidates = list.filter(({ file }) => file === mutation.file);
  if (candidates.length === 0) return undefined;
  const diff = diffOf(text, mutation).split('\n');
  const side = (sign: string): string =>
    diff
      .filter((line) => line.startsWith(sign))
      .map((line) => line.slice(1).trim())
      .join('\n');
  return candidates.find(({ from, to }) => from === side('-') && to === side('+'))?.reason;
}
