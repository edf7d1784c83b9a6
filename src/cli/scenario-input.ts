/** How a command line names a scenario: a file, standard input, or one of the package's library. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { nearest } from '#values';
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
 * Returns the path that a name stands for: itself if it exists, else a scenario or a topic of the
 * library, such as `daemonset/rolling-update`; itself again if there is no such scenario.
 */
export function scenarioPath(name: string): string {
  if (existsSync(name) || !LIBRARY_NAME.test(name)) return name;
  const place = join(libraryFolder(), name);
  return [`${place}.yaml`, place].find((path) => existsSync(path)) ?? name;
}

/**
 * Returns the input that a name stands for; `-` is standard input, which is read now. @throws
 * {UsageError}
 */
export async function scenarioInput(name: string): Promise<ScenarioInput> {
  if (name !== STANDARD_INPUT) return { file: scenarioFile(name) };
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

/**
 * Returns the path of the one file that a name stands for. It may be missing where it cannot be of
 * the library.
 * @throws {UsageError} for a name that the library does not have, or that is a topic of it, with what may be meant
 */
export function scenarioFile(name: string): string {
  const path = scenarioPath(name);
  if (path === name && (existsSync(name) || !LIBRARY_NAME.test(name))) return path;
  if (path.endsWith('.yaml')) return path;
  const known = libraryNames();
  if (path !== name) {
    const inside = known.filter((each) => each.startsWith(`${name}/`));
    throw new UsageError(
      `"${name}" is a topic of the library; expected one of its scenarios: ${inside.join(', ')}`,
    );
  }
  const hint = meantHint(name, known) ?? '`orrery list` shows them';
  throw new UsageError(`there is no file "${name}", and no such scenario in the library (${hint})`);
}

/** Returns what a name that is not in the library may mean, as a question; undefined: nothing. */
export function meantHint(name: string, known = libraryNames()): string | undefined {
  const meant = meantBy(name, known);
  if (meant.length === 0) return undefined;
  const shown = meant.slice(0, MOST_MEANT).map((each) => `"${each}"`);
  const more = meant.length - shown.length;
  const last = more > 0 ? `${more} more` : shown.pop()!;
  return `did you mean ${[shown.join(', '), last].filter((part) => part !== '').join(' or ')}?`;
}

const MOST_MEANT = 5;
/** Shorter parts are in too many names. */
const SHORTEST_PART = 3;

/** Scenarios with that in their name, else the one or the topic whose name is nearly that. */
function meantBy(name: string, known: readonly string[]): readonly string[] {
  const holding = name.length < SHORTEST_PART ? [] : known.filter((each) => each.includes(name));
  if (holding.length > 0) return holding;
  const near = nearest(name, known) ?? nearest(name, new Set(known.map(topicOf)));
  if (near !== undefined) return [near];
  const title = nearest(name, known.map(titleOf));
  return title === undefined ? [] : known.filter((each) => titleOf(each) === title);
}

const topicOf = (name: string): string => name.slice(0, name.indexOf('/'));
const titleOf = (name: string): string => name.slice(name.indexOf('/') + 1);

/** All scenarios of the library, sorted: `daemonset/rolling-update`. */
function libraryNames(): readonly string[] {
  return readdirSync(libraryFolder(), { recursive: true, encoding: 'utf8' })
    .filter((each) => each.endsWith('.yaml'))
    .map((each) => each.replace(/\.yaml$/, '').replaceAll('\\', '/'))
    .sort();
}
