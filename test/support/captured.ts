/** A folder of its own for each test of a file, and what the command prints meanwhile. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';

export interface Captured {
  readonly folder: string;
  /** What stdout has been given since the test began; nothing of it is shown. */
  readonly printed: string;
  /** Makes a file in the folder, and folders on the way to it. @returns its path */
  file(name: string, text: string): string;
}

/** @param name what the name of the folder says */
export function captured(name: string): Captured {
  let folder = '';
  let printed = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), `orrery-${name}-`));
    printed = '';
    vi.stubEnv('NO_COLOR', '1');
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += text as string;
      return true;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    get folder() {
      return folder;
    },
    get printed() {
      return printed;
    },
    file: (name, text) => {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
  };
}
