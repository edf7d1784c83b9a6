/** What the options of `orrery explore` say about the client and its cluster. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Setting } from '#grade';
import type { ControllerDefinition } from '#kit';
import { parseText, plainOf } from '#scenario';
import { conditionOf, setupOf, textOf } from '../grade/setup.ts';
import { askedRelease } from '../release.ts';
import type { ReleaseOptions } from '../release-option.ts';
import { UsageError } from '../usage-error.ts';

export interface SettingOptions extends ReleaseOptions {
  readonly controllers?: string;
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
export async function settingOf(
  command: readonly string[],
  options: SettingOptions,
): Promise<Setting> {
  const { change = [], steps, invariant = [], ignore = [], nodes, patience } = options;
  const { setup, expectations } = setupOf({
    ...(options.setup !== undefined && { setup: options.setup }),
    ...(options.ready !== undefined && { ready: options.ready }),
    ...(options.goal !== undefined && { goal: options.goal }),
    patience,
  });
  const { ready, goal } = expectations;
  const release = askedRelease(options);
  return {
    ...{ client: await clientOf(command, options), setup, nodes, patience, ignored: ignore },
    kubernetes: release && `1.${release.minor}`,
    ...(ready && { ready }),
    ...(goal && { goal }),
    invariants: invariant.map((text) => conditionOf(text, '--invariant')),
    steps: [
      ...change.map((file) => ({ apply: documentsIn(file, '--change') })),
      ...(steps === undefined ? [] : stepsIn(steps)),
    ],
  };
}

async function clientOf(
  command: readonly string[],
  { controllers: file }: SettingOptions,
): Promise<Setting['client']> {
  if (file === undefined) return { command };
  const isController = (each: unknown): each is ControllerDefinition =>
    typeof each === 'object' && each !== null && 'actor' in each && 'start' in each;
  let exported: object;
  try {
    exported = (await import(pathToFileURL(resolve(file)).href)) as object;
  } catch (error) {
    throw new UsageError(`--controllers ${file}: ${(error as Error).message}`);
  }
  const controllers = Object.values(exported).flat().filter(isController);
  if (controllers.length > 0) return { controllers: [...new Set(controllers)] };
  throw new UsageError(
    `--controllers ${file}: expected an export that defineController has made, found ${Object.keys(exported).join(', ') || 'none'}`,
  );
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
