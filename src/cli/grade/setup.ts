/** What the options of `orrery grade` say about the client. */
import { join } from 'node:path';
import type { Expectations } from '#grade';
import { EncodingError, FileError, filesIn, readTextFile } from '#machine';
import { parseText, plainOf } from '#scenario';
import { UsageError } from '../usage-error.ts';

export interface SetupOptions {
  readonly setup?: string;
  readonly ready?: string;
  readonly goal?: string;
  readonly change?: string;
  readonly patience: number;
}

const MOST_BYTES = 3 * 1_048_576;

/** @throws {UsageError} for a file or a condition that cannot be read */
export function setupOf(options: SetupOptions): {
  readonly setup: readonly string[];
  readonly expectations: Expectations;
} {
  const { setup, ready, goal, change, patience } = options;
  return {
    setup: setup === undefined ? [] : manifestsIn(setup),
    expectations: {
      ...(ready !== undefined && { ready: conditionOf(ready, '--ready') }),
      ...(goal !== undefined && { goal: conditionOf(goal, '--goal') }),
      ...(change !== undefined && { change: textOf(change, '--change') }),
      patience,
    },
  };
}

/** In the order of their names, as `kubectl apply -f DIR` takes them. */
function manifestsIn(folder: string): readonly string[] {
  let files: readonly string[];
  try {
    files = filesIn(folder, false).filter((file) => /\.(?:ya?ml|json)$/.test(file));
  } catch (error) {
    throw new UsageError(`--setup ${folder}: ${(error as Error).message}`);
  }
  if (files.length === 0) throw new UsageError(`--setup ${folder}: there are no manifests in it`);
  return [...files].sort().map((file) => textOf(join(folder, file), '--setup'));
}

export function textOf(file: string, option: string): string {
  try {
    return readTextFile(file, MOST_BYTES, 'manifest');
  } catch (error) {
    if (error instanceof FileError || error instanceof EncodingError) {
      throw new UsageError(`${option} ${file}: ${error.message}`);
    }
    throw error;
  }
}

export function conditionOf(text: string, option: string): Readonly<Record<string, unknown>> {
  const { roots, problems } = parseText(text, 'scenario');
  const [root] = roots;
  const value = root === undefined || problems.length > 0 ? undefined : plainOf(root);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new UsageError(
    `${option}: expected a condition such as {kind: Deployment, name: web, status: {readyReplicas: 3}}`,
  );
}
