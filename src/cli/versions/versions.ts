/** `orrery versions`: the releases of Kubernetes, and what differs between two of them. */
import {
  defaultProfile,
  gatesIn,
  type Profile,
  profileNamed,
  profileOf,
  releaseChanges,
  releases,
  servedIn,
} from '#kinds';
import { exitCodes } from '../exit-codes.ts';
import { printData, printText } from '../output.ts';
import { styleFor } from '../style.ts';
import { table } from '../table.ts';
import { UsageError } from '../usage-error.ts';
import { filledChanges } from './filled.ts';
import { changesText } from './text.ts';

export interface VersionsOptions {
  readonly output: 'text' | 'json';
}

/** Prints them; resolves with the exit code. @throws {UsageError} for an unknown release */
export async function versions(
  range: string | undefined,
  { output }: VersionsOptions,
): Promise<number> {
  if (range === undefined) printReleases(output);
  else await printChanges(range, output);
  return exitCodes.ok;
}

/** A release, as it is listed. */
interface Listed {
  /** As `--kubernetes` takes it. */
  readonly version: string;
  /** The last patch of the minor. */
  readonly patch: string;
  /** How many kinds it serves by default, each version of a kind counted. */
  readonly kinds: number;
  /** How many feature gates it knows. */
  readonly gates: number;
  readonly default?: true;
}

function printReleases(output: VersionsOptions['output']): void {
  const listed = [...releases].map(([minor, { gitVersion }]): Listed => ({
    version: `1.${minor}`,
    patch: gitVersion,
    kinds: servedIn(minor).length,
    gates: gatesIn(profileOf(minor)).size,
    ...(minor === defaultProfile.minor && { default: true }),
  }));
  if (output === 'json') {
    printData(`${JSON.stringify(listed, undefined, 2)}\n`);
    return;
  }
  const style = styleFor(process.stdout, process.env);
  const rows = listed.map(({ version, patch, kinds, gates, default: isDefault }) => [
    ...[style.bold(version), patch, String(kinds), String(gates), isDefault ? 'default' : ''],
  ]);
  const [header, ...rest] = table(['VERSION', 'PATCH', 'KINDS', 'GATES', ''], rows);
  printText(`${[style.dim(header!), ...rest].join('\n')}\n`);
}

async function printChanges(range: string, output: VersionsOptions['output']): Promise<void> {
  const [from, to, ...more] = range.split('..').map(releaseNamed);
  if (from === undefined || to === undefined || more.length > 0) {
    throw new UsageError(`"${range}": expected two releases, such as 1.29..1.33`);
  }
  const changes = { ...releaseChanges(from, to), filled: await filledChanges(from, to) };
  if (output === 'json') {
    const named = { from: `1.${from.minor}`, to: `1.${to.minor}`, ...changes };
    printData(`${JSON.stringify(named, undefined, 2)}\n`);
  } else {
    printText(changesText(changes, styleFor(process.stdout, process.env)));
  }
}

function releaseNamed(name: string): Profile {
  try {
    return profileNamed(name);
  } catch (error) {
    throw new UsageError((error as RangeError).message);
  }
}
