/** How a command line names a scenario: a file, standard input, or one of the package's library. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { nearest } from '#kinds';
import { libraryFolder } from './package.ts';
import { UsageError } from './usage-error.ts';

/** A scenario to read. */
export interface ScenarioInput {
  readonly file: string;
  /** Its text, if it is not in a file. */
  readonly text?: string;
}

const STANDARD_INPUT = '-';
/** What messages call it. */
const SHOWN = '<stdin>';
/** `daemonset`, or `daemonset/rolling-update`; never a path that leads elsewhere. */
const LIBRARY_NAME = /^[a-z0-9-]+(?:\/[a-z0-9-]+)?$/;

/**
 * The path that a name stands for: itself if it exists, else a scenario or a topic of the library, such as
 * `daemonset/rolling-update`; itself again if there is no such scenario.
 */
export function scenarioPath(name: string): string {
  if (existsSync(name) || !LIBRARY_NAME.test(name)) return name;
  const place = join(libraryFolder(), name);
  return [`${place}.yaml`, place].find((path) => existsSync(path)) ?? name;
}

/** The input that a name stands for; `-` is standard input, which is read now. @throws {UsageError} */
export async function scenarioInput(name: string): Promise<ScenarioInput> {
  if (name !== STANDARD_INPUT) return { file: existing(name) };
  try {
    return { file: SHOWN, text: await standardInput() };
  } catch (error) {
    throw new UsageError(`cannot read standard input: ${(error as Error).message}`);
  }
}

/** A longer text is not read to its end: a scenario has at most 1 MiB. */
const MOST_BYTES = 2_097_152;

async function standardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MOST_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The path that a name stands for. @throws {UsageError} for a name that the library does not have */
function existing(name: string): string {
  const path = scenarioPath(name);
  if (existsSync(path) || !LIBRARY_NAME.test(name)) return path;
  const known = readdirSync(libraryFolder(), { recursive: true, encoding: 'utf8' })
    .filter((each) => each.endsWith('.yaml'))
    .map((each) => each.replace(/\.yaml$/, ''));
  const near = nearest(name, known);
  const hint = near === undefined ? '`orrery list` shows them' : `did you mean "${near}"?`;
  throw new UsageError(`there is no file "${name}", and no such scenario in the library (${hint})`);
}
