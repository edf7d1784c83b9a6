/** The installed package: its folder, its version, and the library of scenarios in it. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Its folder: the nearest one above this file that has its `package.json`. */
export function packageFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) {
    folder = dirname(folder);
  }
  return folder;
}

/** Its version, such as `1.2.0`. */
export function packageVersion(): string {
  const text = readFileSync(join(packageFolder(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** Returns the folder of the scenarios that come with it. */
export function libraryFolder(): string {
  return join(packageFolder(), 'scenarios');
}
