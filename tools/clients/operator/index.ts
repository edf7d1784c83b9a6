/** An operator of today: what its definition, its rights and its objects ask of a current release, in 28 steps. */
import { join, resolve } from 'node:path';
import { builtFrom, goSteps } from '../builds.ts';
import { stepsOf } from '../programs.ts';
import type { Client } from '../suite.ts';

const sources = resolve(import.meta.dirname, '../../../../tools/clients/operator/program');

/** Nine steps pass at every release; the others ask for what came after 1.24. */
export const operator: Client = {
  name: 'operator',
  version: '0.25',
  does: 'an operator of today: rules in its definition, a policy of admission, server-side apply, watch lists',
  kubernetes: ['1.37'],
  serveOptions: ['--nodes', '3', '--authorization', 'rbac'],
  async prepare(cache, log) {
    log('builds, which takes minutes the first time');
    const built = await builtFrom(cache, 'operator', [goSteps, sources], {
      file: 'go',
      args: ['build', '-o', 'operator', '.'],
    });
    return {
      version: 'v0.25',
      run: ({ env, folder, kubernetes }) =>
        stepsOf(join(built, 'operator'), [kubernetes], { cwd: folder, env, withinMs: 400_000 }),
    };
  },
};
