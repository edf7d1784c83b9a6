/** Sources and programs of public Go modules. */
import { join } from 'node:path';
import { read } from './command.ts';
import { folderOf } from './obtain.ts';
import { Unavailable } from './suite.ts';

const buildMs = 1_500_000;

/** The sources of a module, read-only: `k8s.io/sample-apiserver@v0.37.2`. @throws {Unavailable} with what Go said */
export async function moduleFolder(module: string): Promise<string> {
  const args = ['mod', 'download', '-json', module];
  const said = await read('go', args, { withinMs: buildMs }).catch((error: unknown) => {
    throw new Unavailable(String(error));
  });
  return (JSON.parse(said) as { readonly Dir: string }).Dir;
}

/**
 * Programs of a module, by name and package: `{ adapter: './cmd/adapter' }`. They are built as the module builds them, once.
 *
 * @returns their folder
 * @throws {Unavailable} with what the compiler said
 */
export async function goPrograms(
  cache: string,
  module: string,
  packages: Readonly<Record<string, string>>,
): Promise<string> {
  const sources = await moduleFolder(module);
  const names = Object.keys(packages).join('+');
  return folderOf(cache, `${names}-${module.replace(/^.*@/, '')}`, async (draft) => {
    for (const [name, path] of Object.entries(packages)) {
      const args = ['-C', sources, 'build', '-o', join(draft, name), path];
      await read('go', args, { withinMs: buildMs });
    }
  });
}
