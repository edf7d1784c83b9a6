/** The answer of `/version`, as the documents describe it. */
import type { Profile } from '#kinds';
import type { Dialect, JsonSchema } from './dialect.ts';

export const versionDefinition = 'io.k8s.apimachinery.pkg.version.Info';

const required: readonly string[] = [
  ...['major', 'minor', 'gitVersion', 'gitCommit', 'gitTreeState', 'buildDate', 'goVersion'],
  ...['compiler', 'platform'],
];
const ofEmulation: readonly string[] = [
  ...['emulationMajor', 'emulationMinor', 'minCompatibilityMajor', 'minCompatibilityMinor'],
];

/** Returns the definition of it in a release. */
export function versionInfo(
  { enabled }: Pick<Profile, 'enabled'>,
  { hasDefaults }: Pick<Dialect, 'hasDefaults'>,
): JsonSchema {
  const text = { type: 'string' };
  const always = { ...(hasDefaults && { default: '' }), ...text };
  const fields = [
    ...required.map((name) => [name, always] as const),
    ...(enabled('EmulationInVersion') ? ofEmulation.map((name) => [name, text] as const) : []),
  ];
  return {
    type: 'object',
    description: 'The version of the server, and how it was built.',
    required,
    properties: Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
