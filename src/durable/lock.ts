/** A folder belongs to one user at a time: a process, or one of several clusters in it. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machineStart } from '#clock';
import { DataError } from './errors.ts';

/** @returns gives the folder back @throws {DataError} when there is none, or a process that runs has it */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock');
  for (;;) {
    try {
      writeFileSync(file, `${process.pid} ${machineStart()}`, { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') throw new DataError(`${folder}: no such folder`);
      if (code !== 'EEXIST') throw error;
    }
    const [owner = 0, start] = readFileSync(file, 'utf8').split(' ').map(Number);
    // A process that was killed leaves it behind; in a container the next one may have the same number.
    if (owner === process.pid ? start === machineStart() : isRunning(owner)) {
      throw new DataError(
        owner === process.pid
          ? `${folder}: this process uses it already; close or dispose of that first`
          : `${folder}: process ${owner} uses it; stop that first, or remove ${file} if it is not Orrery`,
      );
    }
    rmSync(file, { force: true });
  }
}

function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
