/** `orrery list`: the scenarios of the package's library, or of folders, and what each of them shows. */
import { relative, sep } from 'node:path';
import type { Style } from '#record';
import { FileError, readTextFile } from '#machine';
import { parseText, plainOf } from '#scenario';
import { exitCodes } from '../exit-codes.ts';
import { printData, printText } from '../output.ts';
import { libraryFolder } from '../package.ts';
import { filesInside } from '../scenario-files.ts';
import { meantHint } from '../scenario-input.ts';
import { styleFor } from '../style.ts';
import { table } from '../table.ts';
import { UsageError } from '../usage-error.ts';

export interface ListOptions {
  readonly output: 'text' | 'name' | 'json';
}

/** A scenario, as it is listed. */
interface Listed {
  /** As commands take it: its name in the library, or its path. */
  readonly name: string;
  readonly file: string;
  readonly description?: string;
  readonly topic?: string;
  /** Tests of its folder leave it out. */
  readonly slow?: true;
}

/** Prints the scenarios; resolves with the exit code. @throws {UsageError} for a folder without scenarios */
export async function list(names: readonly string[], { output }: ListOptions): Promise<number> {
  const listed: Listed[] = [];
  for (const name of names.length > 0 ? names : [libraryFolder()]) {
    const files = await filesInside(name);
    if (files === undefined || files.length === 0) {
      const hint = meantHint(name);
      throw new UsageError(
        `there are no scenarios (.yaml) in "${name}"; expected a folder, or a topic of the library such as cronjob${hint === undefined ? '' : ` (${hint})`}`,
      );
    }
    listed.push(...files.map(listedOf));
  }
  if (output === 'json') printData(`${JSON.stringify(listed, undefined, 2)}\n`);
  else if (output === 'name') printData(listed.map(({ name }) => `${name}\n`).join(''));
  else printText(`${lines(listed, styleFor(process.stdout, process.env)).join('\n')}\n`);
  return exitCodes.ok;
}

function lines(listed: readonly Listed[], style: Style): string[] {
  const rows = listed.map(({ name, description = '', slow }) => [
    style.bold(name),
    `${description}${slow === true ? style.dim(' (slow)') : ''}`,
  ]);
  const [header, ...rest] = table(['NAME', 'SHOWS'], rows);
  return [style.dim(header!), ...rest];
}

function listedOf(file: string): Listed {
  const { description, topic, slow } = headOf(file);
  return {
    name: nameOf(file),
    file,
    ...(typeof description === 'string' && { description }),
    ...(typeof topic === 'string' && { topic }),
    ...(slow === true && { slow }),
  };
}

function nameOf(file: string): string {
  const inside = relative(libraryFolder(), file);
  if (inside.startsWith('..')) return file;
  return inside.replaceAll(sep, '/').replace(/\.ya?ml$/, '');
}

/** Scenarios are smaller. */
const MOST_BYTES = 1_048_576;

/**
 * Returns the top level of a file; nothing of one that cannot be read, which is reported when it is
 * played.
 */
function headOf(file: string): Readonly<Record<string, unknown>> {
  try {
    const [root] = parseText(readTextFile(file, MOST_BYTES, 'scenario'), 'scenario').roots;
    const head = root === undefined ? undefined : plainOf(root);
    return typeof head === 'object' && head !== null ? (head as Record<string, unknown>) : {};
  } catch (error) {
    if (error instanceof FileError) return {};
    throw error;
  }
}
