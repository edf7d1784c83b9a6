/** Fields of manifests that v1.24 does not have, but later minors do. */
import { laterField, laterFieldText } from '#kinds';
import type { Problem } from './problem.ts';

/** The problems, of which those with fields of later minors say so, and what to do. */
export function withLaterFields(problems: readonly Problem[]): Promise<readonly Problem[]> {
  return Promise.all(problems.map(withLaterField));
}

async function withLaterField({ unknownField, ...problem }: Problem): Promise<Problem> {
  if (unknownField === undefined) return problem;
  const { definition, name, path } = unknownField;
  const later = await laterField(definition, name);
  if (later === undefined) return problem;
  const { file, line, column } = problem;
  return {
    ...{ file, line, column },
    message: `${path}.${name} ${laterFieldText(later)}; v1.24 drops it: leave it out, as \`orrery import FILE\` does`,
  };
}
