/** What suites start their API servers from: made by `orrery assets`, as people make it. */
import { join, resolve } from 'node:path';
import { read } from '../command.ts';
import { command } from '../serve.ts';
import type { Stage } from '../suite.ts';

/** The folder of the suites in other languages. */
export const suites = resolve(import.meta.dirname, '../../../../tools/clients/envtest');

/** The releases that the suites meet: one that many pin, and the newest. */
export const releases: readonly string[] = ['1.34', '1.37'];

/** What the suites in other languages have in common. */
export const suiteDoes =
  'objects, a definition with rules, a conversion, webhooks whose certificate is their own authority, finalizers';

/** Where the manifests of the suites are, and which release they should meet. */
export function suiteEnvironment({ env, kubernetes }: Stage): Readonly<Record<string, string>> {
  return { ...env, SUITE_MANIFESTS: join(suites, 'manifests'), SUITE_RELEASE: kubernetes };
}

/** Makes a folder for KUBEBUILDER_ASSETS; returns its path. */
export async function makeAssets(
  { env, folder, kubernetes }: Stage,
  ...options: readonly string[]
): Promise<string> {
  const assets = join(folder, 'assets');
  await read(
    process.execPath,
    [command, 'assets', assets, '--kubernetes', kubernetes, ...options],
    {
      env,
    },
  );
  return assets;
}
