import type { Problem } from '#scenario';

/** A text that is not a scenario. */
export class InvalidScenario extends Error {
  override readonly name = 'InvalidScenario';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ line, column, message }) => `${line}:${column} ${message}`).join('\n'));
    this.problems = problems;
  }
}
