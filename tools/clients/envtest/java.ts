/** A suite in Java: kube-api-test of fabric8 starts what `orrery assets` has made, once it lies as setup-envtest lays it. */
import { delimiter, join } from 'node:path';
import { builtFrom } from '../builds.ts';
import { read } from '../command.ts';
import { testsOf } from '../junit.ts';
import { command } from '../serve.ts';
import type { Client } from '../suite.ts';
import { releases, suiteDoes, suiteEnvironment, suites } from './assets.ts';

const libraries = ['dependency:copy-dependencies', '-DoutputDirectory=target/lib'];
const launcher = 'org.junit.platform.console.ConsoleLauncher';

/** The newest that is published. */
export const envtestJava: Client = {
  name: 'envtest-java',
  version: '7.6',
  kubernetes: releases,
  does: `a suite of kube-api-test in Java: ${suiteDoes}`,
  async prepare(cache, log) {
    log('builds, which takes a minute the first time');
    const built = await builtFrom(cache, 'envtest-java', [join(suites, 'java')], {
      file: 'mvn',
      args: ['-q', '-B', 'test-compile', ...libraries],
    });
    const classes = join(built, 'target/test-classes');
    return {
      version: '7.6.1',
      async run(stage) {
        const { env, folder, kubernetes } = stage;
        const store = ['--bin-dir', folder];
        await read(process.execPath, [command, 'assets', 'use', kubernetes, ...store], { env });
        const reports = join(folder, 'reports');
        return testsOf(
          'java',
          [
            ...['-cp', [classes, join(built, 'target/lib/*')].join(delimiter), launcher, 'execute'],
            ...['--scan-classpath', classes, '--reports-dir', reports, '--details=none'],
          ],
          {
            cwd: folder,
            env: { ...suiteEnvironment(stage), KUBE_API_TEST_DIR: folder },
            withinMs: 300_000,
          },
          reports,
        );
      },
    };
  },
};
