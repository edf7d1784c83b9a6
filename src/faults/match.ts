/** Which requests a fault is about. What is absent matches all; `*` stands for any characters. */
import { nearest, starMatcher } from '#values';
import type { KindRegistry } from '#catalog';
import type { Asked, Asker } from './asked.ts';
import {
  isFields,
  readFields,
  readTexts,
  type Complain,
  type FaultProblem,
  type Fields,
} from './problem.ts';

export interface Match {
  /** Whether a request is one of these. */
  fits(asked: Asked): boolean;
  /** Whether clients are named: then those that drive the run are struck too. */
  readonly namesClients: boolean;
  /** Whether paths are named: then requests that are not about objects are struck too. */
  readonly namesPaths: boolean;
  /** The resources as they are written. */
  readonly resources: readonly string[];
  /** In words: `update pods of kubelet`; empty for all requests. */
  readonly text: string;
}

const fields = [
  ...['client', 'verb', 'resource', 'subresource', 'namespace', 'name', 'version', 'path'],
];
/** How a list or a watch says where it begins: not at all, at any version (0), at an exact one. */
export const versionForms = ['none', 'any', 'exact'] as const;
type VersionForm = (typeof versionForms)[number];

const clientFields = ['process', 'user', 'agent', 'token'] as const;

const reads = ['get', 'list', 'watch'];
const writes = ['create', 'update', 'patch', 'delete', 'deletecollection'];
/** `read` and `write` stand for several. */
const verbs: ReadonlyMap<string, readonly string[]> = new Map([
  ...[...reads, ...writes].map((verb): [string, string[]] => [verb, [verb]]),
  ['read', reads],
  ['write', writes],
]);

type Test = (asked: Asked) => boolean;

/** Undefined after complaints. */
export function readMatch(value: unknown, complain: Complain): Match | undefined {
  if (value === undefined) {
    return { fits: () => true, namesClients: false, namesPaths: false, resources: [], text: '' };
  }
  const match = readFields(value, fields, ['match'], complain);
  if (match === undefined) return undefined;
  const client = readClient(match['client'], complain);
  const tests: Test[] = client === undefined ? [] : [(asked) => client(asked.client)];
  const resources = readTexts(match['resource'], ['match', 'resource'], complain);
  if (resources !== undefined) tests.push(resourceTest(resources));
  const wanted = readVerbs(match['verb'], complain);
  if (wanted !== undefined) tests.push(({ verb }) => wanted.has(verb));
  for (const name of ['subresource', 'namespace', 'name'] as const) {
    const texts = readTexts(match[name], ['match', name], complain);
    if (texts === undefined) continue;
    const fits = anyOf(texts);
    tests.push((asked) => fits(asked[name]));
  }
  const forms = readVersions(match['version'], complain);
  if (forms !== undefined) tests.push((asked) => forms.includes(versionForm(asked)));
  const paths = readTexts(match['path'], ['match', 'path'], complain);
  if (paths !== undefined) {
    const fits = anyOf(paths);
    tests.push(({ path }) => path !== undefined && fits(path));
  }
  return {
    fits: (asked) => tests.every((test) => test(asked)),
    namesClients: client !== undefined,
    namesPaths: paths !== undefined,
    resources: resources ?? [],
    text: textOf(match),
  };
}

function readVersions(value: unknown, complain: Complain): readonly VersionForm[] | undefined {
  const texts = readTexts(value, ['match', 'version'], complain);
  const known: readonly string[] = versionForms;
  const unknown = texts?.find((text) => !known.includes(text));
  if (unknown === undefined) return texts as readonly VersionForm[] | undefined;
  const message = `unknown form "${unknown}"; known are ${known.join(', ')}`;
  return complain(['match', 'version'], message, { word: unknown, known });
}

function versionForm({ resourceVersion = '' }: Asked): VersionForm {
  if (resourceVersion === '') return 'none';
  return resourceVersion === '0' ? 'any' : 'exact';
}

function textOf(match: Fields): string {
  const { client, verb, resource, subresource, namespace, name, version, path } = match;
  const listed = (value: unknown): string =>
    Array.isArray(value) ? value.join(', ') : String(value ?? '');
  const part = subresource === undefined ? '' : `/${listed(subresource)}`;
  // Tokens are secrets.
  const who = isFields(client)
    ? clientFields
        .flatMap((each) =>
          client[each] === undefined ? [] : [each === 'token' ? 'a token' : listed(client[each])],
        )
        .join(', ')
    : listed(client);
  const what = [
    listed(verb),
    `${listed(resource)}${part}`,
    listed(name),
    namespace === undefined ? '' : `in ${listed(namespace)}`,
    version === undefined ? '' : `at version ${listed(version)}`,
    listed(path),
  ].filter((word) => word !== '');
  return who === '' || what.length === 0
    ? `${what.join(' ')}${who}`
    : `${what.join(' ')} of ${who}`;
}

/** What names resources in a fault. */
interface Named {
  readonly match: Pick<Match, 'resources'>;
  readonly when?: { readonly resources: readonly string[] };
}

/** Names that nothing has which is served. One with its group may be served later. */
export function unknownResources(
  { match, when }: Named,
  kinds: KindRegistry,
): readonly FaultProblem[] {
  return [
    ...unknownIn(match.resources, ['match', 'resource'], kinds),
    ...unknownIn(when?.resources ?? [], ['when', 'resource'], kinds),
  ];
}

function unknownIn(
  resources: readonly string[],
  place: FaultProblem['path'],
  kinds: KindRegistry,
): readonly FaultProblem[] {
  return resources.flatMap((name, index) => {
    if (/[*.]/.test(name)) return [];
    if (kinds.all.some(({ plural, kind }) => plural === name || kind === name)) return [];
    const known = kinds.all.flatMap(({ plural, kind }) => [plural, kind]);
    const hint = kinds.byName(name)?.plural ?? nearest(name, known);
    const path = resources.length === 1 ? place : [...place, index];
    const advice = hint === undefined ? '' : ` (did you mean "${hint}"?)`;
    const message = `no resource "${name}" is served${advice}; expected a plural or a kind, or widgets.example.com for one that is defined later`;
    return [{ path, message }];
  });
}

function readVerbs(value: unknown, complain: Complain): ReadonlySet<string> | undefined {
  const path = ['match', 'verb'];
  const texts = readTexts(value, path, complain);
  const known = [...verbs.keys()];
  for (const text of texts ?? []) {
    if (verbs.has(text) || text === '*') continue;
    const message = `unknown verb "${text}"; known are ${known.join(', ')}`;
    complain(path, message, { word: text, known });
  }
  if (texts === undefined || texts.includes('*')) return undefined;
  return new Set(texts.flatMap((text) => verbs.get(text) ?? []));
}

/** A text is a process, a user, or the beginning of an agent. */
function readClient(value: unknown, complain: Complain): ((client: Asker) => boolean) | undefined {
  const path = ['match', 'client'];
  if (isFields(value)) {
    const read = readFields(value, clientFields, path, complain);
    const tests = clientFields.flatMap((name) => {
      const texts = readTexts(read?.[name], [...path, name], complain);
      const fits = texts && anyOf(texts);
      return fits ? [(client: Asker) => fits(client[name] ?? '')] : [];
    });
    if (tests.length === 0) return complain(path, `expected ${clientFields.join(', ')}`);
    return (client) => tests.every((test) => test(client));
  }
  const texts = readTexts(value, path, complain);
  if (texts === undefined) return undefined;
  const fits = anyOf(texts);
  return ({ process, user, agent }) =>
    [process, user, agent, programOf(agent)].some((name) => name !== undefined && fits(name));
}

/** `kubectl/v1.24.17 (linux/amd64)` is of kubectl. */
function programOf(agent: string | undefined): string | undefined {
  return agent?.slice(0, (agent.indexOf('/') + 1 || agent.length + 1) - 1);
}

function resourceTest(texts: readonly string[]): Test {
  const fits = anyOf(texts);
  return ({ resource, group, kind }) =>
    fits(resource) || fits(group === '' ? resource : `${resource}.${group}`) || fits(kind);
}

function anyOf(patterns: readonly string[]): (text: string) => boolean {
  const tests = patterns.map(starMatcher);
  return (text) => tests.some((test) => test(text));
}
