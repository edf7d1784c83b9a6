/** Writes the first scenario of a new user. */
import { writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exitCodes } from '../exit-codes.ts';
import { packageFolder } from '../package.ts';
import { styleFor } from '../style.ts';
import { UsageError } from '../usage-error.ts';
import { firstScenario } from './first-scenario.ts';
import { printText } from '../output.ts';

/** The line that the schema's takes the place of: what to do next is printed. */
const PLAY_LINE = '# Play it with: orrery run THIS-FILE';

/** Writes the file and says what to do with it. @throws {UsageError} when it is there already */
export async function init(file: string, { force = false }: { force?: boolean }): Promise<number> {
  try {
    await writeFile(file, firstScenario.replace(PLAY_LINE, schemaLine(file)), {
      flag: force ? 'w' : 'wx',
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      throw new UsageError(`${file} exists already; give another name, or --force to replace it`);
    }
    throw new UsageError(`cannot write ${file}: ${message}`);
  }
  const { bold, act } = styleFor(process.stdout, process.env);
  const lines = [
    `${bold(file)} is written. Next:`,
    `  ${act(`orrery run ${file}`)}                     watch it`,
    `  ${act(`orrery test ${file}`)}                    only whether its checks hold`,
    `  ${act(`orrery why deploy/web readyReplicas --run ${file} --at 31s`)}`,
  ];
  printText(`${lines.join('\n')}\n`);
  return exitCodes.ok;
}

/**
 * By this line editors complete and check the file: by a path from the file where the package is one of the
 * project's, which is the same for everybody who works on it, else by the place of the installed package.
 */
function schemaLine(file: string): string {
  const schema = join(packageFolder(), 'docs/reference/scenario.schema.json');
  const folder = dirname(resolve(file));
  const project = schema.slice(0, Math.max(0, schema.indexOf(`${sep}node_modules${sep}`)));
  const isOfProject = project !== '' && `${folder}${sep}`.startsWith(`${project}${sep}`);
  const place = isOfProject
    ? relative(folder, schema).replaceAll(sep, '/')
    : pathToFileURL(schema).href;
  return `# yaml-language-server: $schema=${place}`;
}
