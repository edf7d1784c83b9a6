/** Folders of data that are damaged at random: no command ends as a defect, and all of them say the same. */
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Random, type RandomStream } from '#clock';
import { damages, type DamagePlace } from '../../test/support/damage.ts';
import { fillFolder } from '../../test/support/data-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Part } from './part.ts';

const command = resolve(import.meta.dirname, '../../../dist/orrery.js');
const largest = 2 ** 20;

export const damage: Part = {
  name: 'damage',
  about: 'folders of data are damaged; a check and an export agree, and neither is a defect',
  async run({ damages: count, seed }, log) {
    const folder = temporaryFolder('orrery-damage');
    const chance = new Random(seed).stream('damage');
    const problems: string[] = [];
    try {
      const sound = join(folder.path, 'sound');
      await fillFolder(sound);
      const names = Object.keys(damages);
      for (let number = 0; number < count && problems.length < 10; number++) {
        const name = names[number % names.length]!;
        const copy = join(folder.path, 'copy');
        cpSync(sound, copy, { recursive: true });
        const place = anyPlace(chance);
        damages[name]!(copy, place);
        const problem = wrongWith(copy);
        if (problem !== undefined) problems.push(`${name}, ${JSON.stringify(place)}: ${problem}`);
        rmSync(copy, { recursive: true });
        if (number % 100 === 99) log(`${number + 1} folders`);
      }
    } finally {
      folder.remove();
    }
    return problems;
  },
};

function anyPlace(chance: RandomStream): DamagePlace {
  return {
    kind: chance.int(2) === 0 ? 'log' : 'snapshot',
    ...{ file: chance.int(largest), at: chance.int(largest), other: chance.int(largest) },
  };
}

function wrongWith(folder: string): string | undefined {
  const [check, exported] = [run('check', folder), run('export', folder)];
  const defect = [check, exported].find(({ status }) => status === null || status > 2);
  if (defect !== undefined) return `ended with ${String(defect.status)}: ${defect.stderr}`;
  if ((check.status === 0) === (exported.status === 0)) return undefined;
  return `check says ${check.status}, export ${exported.status}: ${check.stdout}${exported.stderr}`;
}

function run(verb: string, folder: string) {
  return spawnSync(process.execPath, [command, 'data', verb, folder], { encoding: 'utf8' });
}
