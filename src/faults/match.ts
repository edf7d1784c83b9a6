/** Which requests a fault is about. What is absent matches all; `*` stands for any characters. */
import { durationText, type Millis } from '#clock';
import { nearest, starMatcher } from '#values';
import type { KindRegistry } from '#catalog';
import type { Asker, Target } from './target.ts';
import {
  fields,
  mapForm,
  optionals,
  type Form,
  type FormProblem,
  type Reader,
  type ValueOf,
} from '#forms';
import { span, texts } from './forms.ts';

export interface Match {
  /** Whether a request is one of these. */
  fits(target: Target): boolean;
  /** Whether clients are named: then those that drive the run are struck too. */
  readonly namesClients: boolean;
  /** Only of kinds that were established at most this long ago, virtual ms; absent: of all. */
  readonly newForMs?: Millis;
  /** Whether paths are named: then requests that are not about objects are struck too. */
  readonly namesPaths: boolean;
  /** The resources as they are written. */
  readonly resources: readonly string[];
  /** In words: `update pods of kubelet`; empty for all requests. */
  readonly text: string;
}

/** How a list or a watch says where it begins: not at all, at any version (0), at an exact one. */
export const versionForms = ['none', 'any', 'exact'] as const;
type VersionForm = (typeof versionForms)[number];

const reads = ['get', 'list', 'watch'];
const writes = ['create', 'update', 'patch', 'delete', 'deletecollection'];
/** `read` and `write` stand for several. */
const verbs: ReadonlyMap<string, readonly string[]> = new Map([
  ...[...reads, ...writes].map((verb): [string, string[]] => [verb, [verb]]),
  ['read', reads],
  ['write', writes],
]);

type Test = (target: Target) => boolean;

const version = mapForm(
  {
    ...texts(''),
    schema: {
      description: 'Where a list or a watch begins: none is named, any (0), an exact one.',
      anyOf: [
        { enum: versionForms },
        { type: 'array', items: { enum: versionForms }, minItems: 1 },
      ],
    },
  },
  (forms, at, reader) => allKnown('form', versionForms, forms, at, reader),
);

const verb = mapForm(
  texts('get, list, watch, create, update, patch, delete, ..., read, write.'),
  (names, at, reader) => {
    const expected = names.filter((each) => each !== '*');
    return allKnown('verb', [...verbs.keys()], expected, at, reader) && names;
  },
);

const clientFields = ['process', 'user', 'agent', 'token'] as const;

const clientParts = fields(
  optionals({
    process: texts('A program of the cluster, such as daemonset-controller.'),
    user: texts('The user of a client over HTTP.'),
    agent: texts('Its User-Agent.'),
    token: texts('Its bearer token.'),
  }),
);

type ClientParts = ValueOf<typeof clientParts>;
/** What names clients: texts, or texts by what they name. */
type ClientWords = readonly string[] | ClientParts;

const client: Form<ClientWords> = {
  schema: {
    description: 'Who asks: a process, a user or a user agent; or a map of these.',
    anyOf: [
      { type: 'string' },
      { type: 'array', items: { type: 'string' }, minItems: 1 },
      clientParts.schema,
    ],
  },
  check(at, reader) {
    const entries = reader.entries(at);
    if (entries === undefined) return anyText.check(at, reader);
    if (entries.length > 0) return clientParts.check(at, reader);
    return reader.problem(at, `expected ${clientFields.join(', ')}`);
  },
};

const anyText = texts('');

const written = fields(
  optionals({
    client,
    verb,
    resource: texts('Plurals or kinds, such as pods or deployments.apps.'),
    subresource: texts('Such as status.'),
    namespace: texts('Namespaces.'),
    name: texts('Names of objects.'),
    version,
    new: span('Only custom resources whose definition was established at most this long ago.'),
    path: texts('Paths of URLs, such as /openapi/*: also those that are not about objects.'),
  }),
  { doc: 'Which requests; what is absent matches all.' },
);

type Written = ValueOf<typeof written>;

/** What an absent `match` stands for. */
export const allRequests = matchOf({});

export const matchForm: Form<Match> = mapForm(written, matchOf);

function matchOf(match: Written): Match {
  const tests: Test[] = [];
  const { client: words, verb: named, resource, version: forms, path } = match;
  const isAsker = words && clientTest(words);
  if (isAsker !== undefined) tests.push((target) => isAsker(target.client));
  if (resource !== undefined) tests.push(resourceTest(resource));
  if (named !== undefined && !named.includes('*')) {
    const expected = new Set(named.flatMap((each) => verbs.get(each) ?? []));
    tests.push((target) => expected.has(target.verb));
  }
  for (const name of ['subresource', 'namespace', 'name'] as const) {
    if (match[name] === undefined) continue;
    const fits = anyOf(match[name]);
    tests.push((target) => fits(target[name]));
  }
  if (forms !== undefined) tests.push((target) => forms.includes(versionForm(target)));
  if (path !== undefined) {
    const fits = anyOf(path);
    tests.push((target) => target.path !== undefined && fits(target.path));
  }
  return {
    fits: (target) => tests.every((test) => test(target)),
    namesClients: words !== undefined,
    namesPaths: path !== undefined,
    ...(match.new !== undefined && { newForMs: match.new }),
    resources: resource ?? [],
    text: textOf(match),
  };
}

/** Returns the words, if all are known. */
function allKnown(
  what: string,
  known: readonly string[],
  words: readonly string[],
  at: unknown,
  reader: Reader,
): readonly string[] | undefined {
  const unknown = words.find((each) => !known.includes(each));
  if (unknown === undefined) return words;
  const message = `unknown ${what} "${unknown}"; known are ${known.join(', ')}`;
  return reader.problem(at, message, { word: unknown, known });
}

function versionForm({ resourceVersion = '' }: Target): VersionForm {
  if (resourceVersion === '') return 'none';
  return resourceVersion === '0' ? 'any' : 'exact';
}

function textOf(match: Written): string {
  const { client: words, verb: named, resource, subresource, namespace, name } = match;
  const listed = (texts: readonly string[] = []): string => texts.join(', ');
  const part = subresource === undefined ? '' : `/${listed(subresource)}`;
  const who = listed(words === undefined || isTexts(words) ? words : clientNames(words));
  const what = [
    listed(named),
    `${listed(resource)}${part}`,
    listed(name),
    namespace === undefined ? '' : `in ${listed(namespace)}`,
    match.new === undefined ? '' : `of kinds new for ${durationText(match.new)}`,
    match.version === undefined ? '' : `at version ${listed(match.version)}`,
    listed(match.path),
  ].filter((word) => word !== '');
  return who === '' || what.length === 0
    ? `${what.join(' ')}${who}`
    : `${what.join(' ')} of ${who}`;
}

/** The names of clients. Tokens are secrets. */
function clientNames({ process, user, agent, token }: ClientParts): readonly string[] {
  return [process, user, agent, token && ['a token']].flatMap((names) => names?.join(', ') ?? []);
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
): readonly FormProblem[] {
  return [
    ...unknownIn(match.resources, ['match', 'resource'], kinds),
    ...unknownIn(when?.resources ?? [], ['when', 'resource'], kinds),
  ];
}

function unknownIn(
  resources: readonly string[],
  place: FormProblem['path'],
  kinds: KindRegistry,
): readonly FormProblem[] {
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

/** A text is a process, a user, or the beginning of an agent. */
function clientTest(words: ClientWords): (client: Asker) => boolean {
  if (isTexts(words)) {
    const fits = anyOf(words);
    return ({ process, user, agent }) =>
      [process, user, agent, programOf(agent)].some((name) => name !== undefined && fits(name));
  }
  const tests = clientFields.flatMap((name) => {
    const texts = words[name];
    const fits = texts && anyOf(texts);
    return fits ? [(client: Asker) => fits(client[name] ?? '')] : [];
  });
  return (client) => tests.every((test) => test(client));
}

function isTexts(words: ClientWords): words is readonly string[] {
  return Array.isArray(words);
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
