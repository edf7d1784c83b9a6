/** Writes the first scenario of a new user. */
import { writeFile } from 'node:fs/promises';
import { exitCodes } from '../exit-codes.ts';
import { packageFolder, packageVersion } from '../package.ts';
import { styleFor } from '../style.ts';
import { UsageError } from '../usage-error.ts';
import { firstScenario } from './first-scenario.ts';
import { schemaPlace } from './schema-place.ts';
import { printText } from '../output.ts';

/** By the schema, editors complete and check the file. Its line stands in place of this one: what to do next is printed. */
const PLAY_LINE = '# Play it with: orrery run THIS-FILE';

/** Writes the file and says what to do with it. @throws {UsageError} when it is there already */
export async function init(file: string, { force = false }: { force?: boolean }): Promise<number> {
  try {
    const place = schemaPlace(file, packageFolder(), packageVersion());
    const schemaLine = `# yaml-language-server: $schema=${place}`;
    await writeFile(
      file,
      firstScenario.replace(PLAY_LINE, () => schemaLine),
      {
        flag: force ? 'w' : 'wx',
      },
    );
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
