/** What the options of `orrery explore` say about the client and its cluster. */
import type { Setting } from '#grade';
import { parseText, plainOf } from '#scenario';
import { conditionOf, setupOf, textOf } from '../grade/setup.ts';
import { UsageError } from '../usage-error.ts';

export interface SettingOptions {
  readonly setup?: string;
  readonly change?: readonly string[];
  readonly steps?: string;
  readonly ready?: string;
  readonly goal?: string;
  readonly invariant?: readonly string[];
  readonly ignore?: readonly string[];
  readonly nodes: number;
  readonly patience: number;
}

/** @throws {UsageError} for a file or a condition that cannot be read */
export function settingOf(command: readonly string[], options: SettingOptions): Setting {
  const { change = [], steps, invariant = [], ignore = [], nodes, patience } = options;
  const { setup, expectations } = setupOf({
    ...(options.setup !== undefined && { setup: options.setup }),
    ...(options.ready !== undefined && { ready: options.ready }),
    ...(options.goal !== undefined && { goal: options.goal }),
    patience,
  });
  const { ready, goal } = expectations;
  return {
    ...{ command, setup, nodes, patience, ignored: ignore },
    ...(ready && { ready }),
    ...(goal && { goal }),
    invariants: invariant.map((text) => conditionOf(text, '--invariant')),
    steps: [
      ...change.map((file) => ({ apply: documentsIn(file, '--change') })),
      ...(steps === undefined ? [] : stepsIn(steps)),
    ],
  };
}

function stepsIn(file: string): readonly Readonly<Record<string, unknown>>[] {
  const [steps, ...more] = documentsIn(file, '--steps');
  const isList = Array.isArray(steps) && more.length === 0;
  const isMap = (each: unknown): boolean =>
    typeof each === 'object' && each !== null && !Array.isArray(each);
  if (isList && steps.length > 0 && steps.every(isMap)) {
    return steps as readonly Readonly<Record<string, unknown>>[];
  }
  throw new UsageError(
    `--steps ${file}: expected a list of steps, such as "- scale: { kind: Deployment, name: web, replicas: 3 }"`,
  );
}

function documentsIn(file: string, option: string): readonly unknown[] {
  const { roots, problems, lines } = parseText(textOf(file, option), 'manifest');
  const [problem] = problems;
  if (problem === undefined) return roots.map(plainOf);
  const { line, col } = lines.linePos(problem.offset);
  throw new UsageError(`${option} ${file}:${line}:${col}: ${problem.message}`);
}
