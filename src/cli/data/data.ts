/** Looks after a folder of data that no server uses. */
import { basename } from 'node:path';
import { stringify } from 'yaml';
import { machineTimers } from '#clock';
import { checkData, compactData, readData, repairData, type FolderCheck } from '#durable';
import { exitCodes } from '../exit-codes.ts';
import { printData, printError, printText } from '../output.ts';
import { styleFor } from '../style.ts';
import { table } from '../table.ts';

export interface FormOptions {
  readonly output: 'text' | 'json';
}

export interface CheckOptions extends FormOptions {
  readonly repair: boolean;
}

export interface ExportOptions {
  readonly output: 'yaml' | 'json';
}

const sayWait = (text: string): void => printError(`orrery data: ${text}\n`);

/** Prints what a folder holds, and repairs it when asked; the exit code. @throws {DataError} */
export async function check(folder: string, { output, repair }: CheckOptions): Promise<number> {
  const before = await checkData(folder, sayWait);
  const lost = repair ? await repairData(folder, sayWait) : undefined;
  const found = lost === undefined ? before : await checkData(folder, sayWait);
  if (output === 'json') {
    printData(`${JSON.stringify({ ...found, ...(lost !== undefined && { lost }) }, null, 2)}\n`);
  } else {
    printText(`${tableOf(found)}\n${verdictOf(folder, found, lost)}\n`);
  }
  return found.problem === undefined ? exitCodes.ok : exitCodes.checksFailed;
}

function tableOf({ files }: FolderCheck): string {
  const style = styleFor(process.stdout, process.env);
  const rows = files.map(({ path, bytes, records, torn, problem }) => [
    basename(path),
    String(bytes),
    String(records),
    problem !== undefined
      ? style.bad(problem)
      : torn !== undefined
        ? `${torn} bytes of a write that was not acknowledged`
        : style.good('sound'),
  ]);
  return table(['FILE', 'BYTES', 'RECORDS', 'STATE'], rows).join('\n');
}

function verdictOf(
  folder: string,
  { problem, revision, files, release }: FolderCheck,
  lost?: string,
): string {
  const repaired = lost === undefined ? '' : `Repaired; lost: ${lost}.\n`;
  if (files.length === 0) return `${repaired}No data yet.`;
  if (problem === undefined) {
    const by = release === undefined ? '' : `, written by v${release}`;
    return `${repaired}Sound, up to revision ${revision}${by}.`;
  }
  const { path, text, loses } = problem;
  const advice =
    loses === undefined
      ? 'It cannot be repaired: put back a copy of the file.'
      : `\`orrery data check ${folder} --repair\` would lose ${loses}.`;
  return `${repaired}${path}: ${text}.\n${advice}`;
}

/** @throws {DataError} */
export async function compact(folder: string, { output }: FormOptions): Promise<number> {
  const done = await compactData(folder, machineTimers().turn, sayWait);
  const { bytesBefore, bytesAfter, objects, revision } = done;
  if (output === 'json') printData(`${JSON.stringify(done)}\n`);
  else {
    printText(
      `${bytesBefore} bytes became ${bytesAfter}: ${objects} objects at revision ${revision}.\n`,
    );
  }
  return exitCodes.ok;
}

/** @throws {DataError} */
export async function exportObjects(folder: string, { output }: ExportOptions): Promise<number> {
  const { held } = (await readData(folder, sayWait)).state();
  const items = held
    .toSorted((one, other) => compare(one.bucket, other.bucket) || compare(one.key, other.key))
    .map(({ value }) => value);
  if (output === 'json') {
    printData(`${JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2)}\n`);
  } else {
    for (const item of items) printData(`---\n${stringify(item)}`);
  }
  return exitCodes.ok;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
