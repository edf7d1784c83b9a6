/** fabric8's client: what programs in Java do. */
import { delimiter, join, resolve } from 'node:path';
import { builtFrom } from '../builds.ts';
import { stepsOf } from '../programs.ts';
import type { Client } from '../suite.ts';

const sources = resolve(import.meta.dirname, '../../../../tools/clients/fabric8/program');

/** The newest. */
export const fabric8: Client = {
  name: 'fabric8',
  version: '8.0',
  does: 'patches, rollouts, watches, an informer, a kind of its own, leader election',
  kubernetes: ['1.24', '1.37'],
  async prepare(cache, log) {
    log('builds, which takes a minute the first time');
    const built = await builtFrom(cache, 'fabric8', [sources], {
      file: 'mvn',
      args: ['-q', '-B', 'compile', 'dependency:copy-dependencies', '-DoutputDirectory=target/lib'],
    });
    const classes = [join(built, 'target/classes'), join(built, 'target/lib/*')].join(delimiter);
    return {
      version: '8.0.0',
      run: ({ env, folder, kubernetes }) =>
        stepsOf('java', ['-cp', classes, 'client.Main'], {
          cwd: folder,
          env: { ...env, KUBERNETES: kubernetes },
          withinMs: 300_000,
        }),
    };
  },
};
