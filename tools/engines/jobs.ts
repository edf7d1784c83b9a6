import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A scenario to play. */
export interface Job {
  /** `daemonset/rolling-update` */
  readonly name: string;
  readonly files: readonly { readonly file: string; readonly text: string }[];
}

/** A scenario of the library. */
export function jobOf(name: string): Job {
  const path = join('scenarios', `${name}.yaml`);
  return { name, files: [{ file: basename(path), text: readFileSync(path, 'utf8') }] };
}

/** All of the library but those that say that they take long. */
export function allJobs(): readonly Job[] {
  return readdirSync('scenarios', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => jobOf(file.replaceAll('\\', '/').replace(/\.yaml$/, '')))
    .filter(({ files }) => !/^slow: true$/m.test(files[0]!.text))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
