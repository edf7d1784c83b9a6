/** controller-runtime: an operator in Go with its kind, its rights, leader election and both webhooks. */
import { join, resolve } from 'node:path';
import { builtFrom, goSteps } from '../builds.ts';
import { stepsOf } from '../programs.ts';
import type { Client } from '../suite.ts';

const sources = resolve(import.meta.dirname, '../../../../tools/clients/controller-runtime');

/** The one of the server's time, and the newest. */
export const controllerRuntimes: readonly Client[] = ['0.12', '0.25'].map((version) => ({
  name: 'controller-runtime',
  version,
  kubernetes: version === '0.12' ? ['1.24'] : ['1.24', '1.37'],
  does: 'an operator with its kind, its rights, leader election, both webhooks, a finalizer, events',
  serveOptions: ['--nodes', '3', '--authorization', 'rbac'],
  async prepare(cache, log) {
    log('builds, which takes minutes the first time');
    const program = 'operator';
    // What all versions share, and what differs.
    const folders = [goSteps, ...[program, `v${version}`].map((name) => join(sources, name))];
    const built = await builtFrom(cache, `controller-runtime-${version}`, folders, {
      file: 'go',
      args: ['build', '-o', program, '.'],
    });
    return {
      version: `v${version}`,
      run: ({ env, folder }) =>
        stepsOf(join(built, program), [], { cwd: folder, env, withinMs: 400_000 }),
    };
  },
}));
