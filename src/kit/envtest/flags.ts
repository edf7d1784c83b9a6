/** What options of envtest mean for a cluster of ours, and which mean nothing. */
import { readGates, readRuntimeConfig, type AuthorizationMode, type RuntimeConfig } from '#kinds';
import type { ExtraArgs, TestEnvironmentOptions } from './options.ts';

export interface FlagEffects {
  readonly authorization: AuthorizationMode;
  readonly featureGates: Readonly<Record<string, boolean>>;
  readonly runtimeConfig: RuntimeConfig;
  /** A line for each option without effect that could change what a test sees. */
  readonly warnings: readonly string[];
}

/** @throws {Error} for a value that its flag cannot have, and for an existing cluster */
export function flagEffects(options: TestEnvironmentOptions): FlagEffects {
  if (options.useExistingCluster === true) {
    throw new Error(
      'useExistingCluster: a TestEnvironment of kube-orrery is a cluster of its own; ' +
        'leave the option out, or use envtest-js for a cluster that runs',
    );
  }
  const { apiServerFlags: flags = {}, etcdFlags = {} } = options;
  return {
    authorization: authorizationOf(valuesOf(flags, 'authorization-mode')),
    featureGates: read(flags, 'feature-gates', readGates),
    runtimeConfig: read(flags, 'runtime-config', readRuntimeConfig),
    warnings: [...unused('apiServerFlags', flags), ...unused('etcdFlags', etcdFlags)].map(
      (text) => `kube-orrery/envtest: without effect: ${text}`,
    ),
  };
}

const used = ['authorization-mode', 'feature-gates', 'runtime-config'];

function unused(option: string, flags: ExtraArgs): readonly string[] {
  return Object.keys(flags)
    .filter((name) => option !== 'apiServerFlags' || !used.includes(name))
    .map((name) => `${option}: ${name}`);
}

function valuesOf(flags: ExtraArgs, name: string): readonly string[] {
  return [flags[name] ?? []].flat().flatMap((text) => text.split(','));
}

const modes: Readonly<Record<string, AuthorizationMode>> = { RBAC: 'rbac', AlwaysAllow: 'none' };

function authorizationOf(values: readonly string[]): AuthorizationMode {
  const mode = values.find((value) => value !== 'Node') ?? 'RBAC';
  const found = Object.hasOwn(modes, mode) ? modes[mode] : undefined;
  if (found !== undefined) return found;
  throw new Error(
    `apiServerFlags: authorization-mode: expected ${Object.keys(modes).join(' or ')}, found "${mode}"`,
  );
}

function read<T>(flags: ExtraArgs, name: string, reader: (text: string) => T): T {
  try {
    return reader(valuesOf(flags, name).join(','));
  } catch (error) {
    throw new Error(`apiServerFlags: ${name}: ${(error as RangeError).message}`, { cause: error });
  }
}
