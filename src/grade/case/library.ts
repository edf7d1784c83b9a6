/** The cases of a folder: `families.yaml`, and a file for each case in the folder of its family. */
import { filesIn, readTextFile } from '#machine';
import type { GradeCase } from './case.ts';
import { CaseError } from './fields.ts';
import { readCase, readFamilies, type Family } from './read.ts';

export interface CaseLibrary {
  readonly families: readonly Family[];
  /** By number. */
  readonly cases: readonly GradeCase[];
}

/** Cases are smaller. */
const MOST_BYTES = 65_536;

/** @throws {CaseError} for an invalid case @throws {FileError} for a folder that cannot be read */
export function readLibrary(folder: string): CaseLibrary {
  const read = (path: string): string => readTextFile(`${folder}/${path}`, MOST_BYTES, 'case');
  const families = readFamilies(read('families.yaml'), `${folder}/families.yaml`);
  const files = filesIn(folder, true).filter((path) => /^[^/]+\/[^/]+\.yaml$/.test(path));
  const cases = files.map((path) => {
    const [family = '', file = ''] = path.split('/');
    const index = families.findIndex(({ name }) => name === family);
    if (index < 0) throw new CaseError(`${folder}/${path}: families.yaml has no "${family}"`);
    const place = { family, familyNumber: index + 1, name: file.replace(/\.yaml$/, '') };
    return readCase(read(path), { ...place, file: `${folder}/${path}` });
  });
  cases.sort((a, b) => order(a) - order(b));
  const twice = cases.find(({ number }, i) => cases[i + 1]?.number === number);
  if (twice !== undefined) throw new CaseError(`${twice.id}: another case is ${twice.number} too`);
  return { families, cases };
}

function order({ number }: GradeCase): number {
  const [family, own] = number.split('.').map(Number);
  return family! * 1000 + own!;
}
