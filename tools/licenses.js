/** The licences of what a build takes in from packages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Puts the licences of the packages that became part of the build beside it, as they ask for. */
export function licenses(fileName = 'LICENSES.txt') {
  return {
    name: 'licenses',
    generateBundle() {
      const folders = new Set();
      for (const id of this.getModuleIds()) {
        const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/'))?.[0];
        if (folder !== undefined) folders.add(folder);
      }
      const source = [...folders].sort().map(licenseOf).join('\n\n');
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** @throws {Error} when a package has none: then it must not become part of the build */
function licenseOf(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no licence file`);
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
