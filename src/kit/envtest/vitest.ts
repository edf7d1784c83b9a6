/** `kube-orrery/envtest/vitest`: one environment for a whole run of Vitest. */
import type { EnvtestConfig, TestEnvironmentOptions } from './options.ts';
import { TestEnvironment } from './test-environment.ts';

declare module 'vitest' {
  /** What `inject('envtest')` gives in tests. */
  interface ProvidedContext {
    envtest: EnvtestConfig;
  }
}

/** What Vitest hands to a global setup, as far as it is used. */
export interface GlobalSetupProject {
  /** Hands a value to all tests. */
  provide(key: 'envtest', value: EnvtestConfig): void;
}

/**
 * Returns a global setup, for `test.globalSetup` of Vitest's configuration: it starts an environment
 * before all tests, which get its configuration by `inject('envtest')`, and stops it after them.
 */
export function createVitestGlobalSetup(
  options: TestEnvironmentOptions = {},
): (project: GlobalSetupProject) => Promise<() => Promise<void>> {
  return async (project) => {
    const environment = new TestEnvironment(options);
    project.provide('envtest', await environment.start());
    return () => environment.stop();
  };
}
