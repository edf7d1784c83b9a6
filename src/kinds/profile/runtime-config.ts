/** `--runtime-config`: what a server serves that it does not serve by default, and what it leaves out. */
import { apiVersionOf, groupOfVersion, type Kind } from '../object/kind.ts';
import type { Profile, RuntimeConfig } from './profile.ts';
import { readTruth } from './read-gates.ts';
import { formIn, servedForms } from './served.ts';

/** The versions that a key stands for; those further down overrule those above. */
const levels: Readonly<Record<string, RegExp>> = {
  'api/all': /^/,
  'api/ga': /^v\d+$/,
  'api/beta': /^v\d+beta\d+$/,
  'api/alpha': /^v\d+alpha\d+$/,
};

/**
 * Reads what the flag of that name takes: `KEY=true,KEY=false,KEY`.
 * @throws {RangeError} for any other value, in the words of a server
 */
export function readRuntimeConfig(text: string): RuntimeConfig {
  const parts = text.split(',').filter((part) => part !== '');
  return Object.fromEntries(
    parts.map((part) => {
      const [key = '', ...rest] = part.split('=');
      return valueOf(key.trim(), rest.join('=').trim());
    }),
  );
}

function valueOf(key: string, value: string): [key: string, isServed: boolean] {
  if (Object.hasOwn(levels, key)) {
    if (value === 'true' || value === 'false') return [key, value === 'true'];
    throw new RangeError(`invalid value ${key}=${value}`);
  }
  if (value === '') return [key, true];
  try {
    return [key, readTruth(value)];
  } catch (error) {
    const why = (error as RangeError).message;
    throw new RangeError(`invalid value of ${key}: ${value}, err: ${why}`, { cause: error });
  }
}

/**
 * Returns the profile with what it serves otherwise.
 * @throws {RangeError} for a key that means nothing in the release, in the words of its server
 */
export function withRuntimeConfig(profile: Profile, config: RuntimeConfig): Profile {
  const keys = Object.keys(config);
  if (keys.length === 0) return profile;
  checkKeys(profile, config, keys);
  return { ...profile, runtimeConfig: config };
}

/** Returns what of it means something in another release. */
export function runtimeConfigIn(profile: Profile, config: RuntimeConfig = {}): RuntimeConfig {
  const known = Object.entries(config).filter(([key]) => {
    if (Object.hasOwn(levels, key)) return true;
    const apiVersion = versionIn(key);
    return apiVersion !== undefined && isKnown(profile, apiVersion);
  });
  return Object.fromEntries(known);
}

/** Returns whether a server of the release serves the kind: those of groups that Kubernetes does not have are always served. */
export function isServed(
  { minor, runtimeConfig: config = {}, enabled }: Profile,
  kind: Pick<Kind, 'group' | 'version' | 'kind' | 'plural'>,
): boolean {
  const apiVersion = apiVersionOf(kind);
  if (!servedForms.has(apiVersion)) return true;
  const form = formIn(minor, apiVersion, kind.kind);
  if (form === undefined || form.mode === 'known') return false;
  const { group, version, plural } = kind;
  const setting = config[`${group}/${version}/${plural}`] ?? config[`${group}/${version}`];
  const isAsked = setting ?? ofLevel(config, version);
  if (isAsked === undefined) return form.mode === 'on';
  return isAsked && (form.gate === undefined || enabled(form.gate));
}

function ofLevel(config: RuntimeConfig, version: string): boolean | undefined {
  const key = Object.keys(levels).findLast(
    (level) => config[level] !== undefined && levels[level]!.test(version),
  );
  return key === undefined ? undefined : config[key];
}

function checkKeys(profile: Profile, config: RuntimeConfig, keys: readonly string[]): void {
  const isNewer = profile.enabled('UnknownApisHaveVersions');
  if (keys.length === 1 && config['api/all'] === false) {
    const what = isNewer ? 'runtime-config' : 'key';
    throw new RangeError(`invalid ${what} with only api/all=false`);
  }
  const named = keys.filter((key) => !Object.hasOwn(levels, key));
  const versions = named.map((key) => {
    const apiVersion = versionIn(key);
    if (apiVersion === undefined) throw new RangeError(`runtime-config invalid key ${key}`);
    return apiVersion;
  });
  const unknown = versions.filter((apiVersion) => !hasGroup(profile, groupOfVersion(apiVersion)));
  if (unknown.length > 0) {
    const shown = isNewer ? [...new Set(unknown)].sort() : unknown.map(groupOfVersion);
    throw new RangeError(`unknown api groups ${shown.join(',')}`);
  }
  for (const [index, key] of named.entries()) {
    if (!isKnown(profile, versions[index]!)) {
      throw new RangeError(`group version ${versions[index]!} that has not been registered`);
    }
    const resource = key.split('/')[2];
    if (resource === undefined || resource === resource.toLowerCase()) continue;
    const why = `group/version/resource and resource is always lowercase plural, not "${resource}"`;
    throw new RangeError(`invalid key ${key}: ${why}`);
  }
}

/** Returns the apiVersion that a key names; undefined for one of another form. */
function versionIn(key: string): string | undefined {
  const [group, version, ...resource] = key.split('/');
  if (version === undefined || resource.length > 1) return undefined;
  return group === '' ? version : `${group}/${version}`;
}

function isKnown({ minor }: Profile, apiVersion: string): boolean {
  return servedForms.of(apiVersion).some((form) => form.since <= minor && minor <= form.until);
}

function hasGroup(profile: Profile, group: string): boolean {
  const forms = servedForms.all().filter((form) => groupOfVersion(form.apiVersion) === group);
  return forms.some(({ apiVersion }) => isKnown(profile, apiVersion));
}
