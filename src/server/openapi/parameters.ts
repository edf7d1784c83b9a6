/** Parameters of operations, by the verbs that discovery lists. */
import type { Profile, Subresource } from '#kinds';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly type: 'string' | 'integer' | 'boolean';
  readonly description: string;
}

const query = (name: string, type: Parameter['type'], description: string): Parameter => ({
  name,
  in: 'query',
  type,
  description,
});

const all = {
  allowWatchBookmarks: query(
    'allowWatchBookmarks',
    'boolean',
    'Lets a watch send events of type BOOKMARK, which say how far it has come.',
  ),
  continue: query(
    'continue',
    'string',
    'Asks for the page behind an earlier one, which said what to put here.',
  ),
  dryRun: query('dryRun', 'string', 'All: everything is checked, and nothing is stored.'),
  fieldManager: query(
    'fieldManager',
    'string',
    'Who sets fields by this request. At most 128 characters; needed for applying.',
  ),
  fieldSelector: query('fieldSelector', 'string', 'Selects objects by their fields.'),
  fieldValidation: query(
    'fieldValidation',
    'string',
    'How unknown and duplicate fields of a body are handled: Ignore, Warn or Strict.',
  ),
  force: query(
    'force',
    'boolean',
    'Takes over fields that others have applied. Only for applying.',
  ),
  gracePeriodSeconds: query(
    'gracePeriodSeconds',
    'integer',
    'How many seconds the object is given to end by itself. 0 deletes it at once.',
  ),
  ignoreStoreReadErrorWithClusterBreakingPotential: query(
    'ignoreStoreReadErrorWithClusterBreakingPotential',
    'boolean',
    'Deletes an object that cannot be read, whatever depends on it. Without effect here.',
  ),
  labelSelector: query('labelSelector', 'string', 'Selects objects by their labels.'),
  limit: query('limit', 'integer', 'The most objects that one answer lists.'),
  orphanDependents: query(
    'orphanDependents',
    'boolean',
    'Obsolete: use propagationPolicy. Whether dependents stay.',
  ),
  pretty: query('pretty', 'string', 'true: the answer is written over several lines.'),
  propagationPolicy: query(
    'propagationPolicy',
    'string',
    'What happens to dependents: Orphan, Background or Foreground.',
  ),
  resourceVersion: query(
    'resourceVersion',
    'string',
    'The version to answer from, or for a watch to start behind.',
  ),
  resourceVersionMatch: query(
    'resourceVersionMatch',
    'string',
    'How resourceVersion is meant: Exact or NotOlderThan.',
  ),
  sendInitialEvents: query(
    'sendInitialEvents',
    'boolean',
    'Lets a watch begin with all objects that exist, and say where they end.',
  ),
  shardSelector: query(
    'shardSelector',
    'string',
    'Selects a part of the objects by their hash. Without effect here.',
  ),
  timeoutSeconds: query('timeoutSeconds', 'integer', 'Ends a list or a watch after this time.'),
  watch: query('watch', 'boolean', 'Sends changes as they happen, instead of a list.'),
} as const;

const log: readonly Parameter[] = [
  query('container', 'string', 'The container. May be left out where there is only one.'),
  query('follow', 'boolean', 'Sends what is written as it is written.'),
  query('insecureSkipTLSVerifyBackend', 'boolean', 'Without effect here.'),
  query('limitBytes', 'integer', 'The most bytes to send.'),
  all.pretty,
  query('previous', 'boolean', 'Of the container before its last restart.'),
  query('sinceSeconds', 'integer', 'Only what is not older than this.'),
];

const stream = query('stream', 'string', 'All, Stdout or Stderr: which of what is written.');

const endOfLog: readonly Parameter[] = [
  query('tailLines', 'integer', 'Only this many lines from the end.'),
  query('timestamps', 'boolean', 'Each line begins with its time.'),
];

export const nameParameter: Parameter = {
  name: 'name',
  in: 'path',
  type: 'string',
  description: 'Name of the object.',
};

export const namespaceParameter: Parameter = {
  name: 'namespace',
  in: 'path',
  type: 'string',
  description: 'Namespace of the object, or of the objects.',
};

/** The part of a path that a server behind an object gets. */
export const pathParameter: Parameter = {
  name: 'path',
  in: 'path',
  type: 'string',
  description: 'Path of the resource behind the object.',
};

/** What the options of a connection mean. */
const optionMeanings: Readonly<Record<string, string>> = {
  command: 'The program to run, and its arguments.',
  container: 'The container. May be left out where there is only one.',
  path: 'Path of the resource behind the object.',
  ports: 'The ports to connect to. Needed with WebSockets.',
  stderr: 'Whether to send what the program writes as errors.',
  stdin: 'Whether to read input for the program.',
  stdout: 'Whether to send what the program writes.',
  tty: 'Whether the program gets a terminal.',
};

type OptionForm = NonNullable<Subresource['options']>['fields'][string];

const optionTypes: Readonly<Record<OptionForm, Parameter['type']>> = {
  flag: 'boolean',
  text: 'string',
  texts: 'string',
  numbers: 'integer',
  rest: 'string',
};

export function optionParameter(name: string, form: OptionForm): Parameter {
  return query(name, optionTypes[form], optionMeanings[name]!);
}

/** What an operation accepts in addition to its path. */
export type Verb =
  | 'get'
  | 'list'
  | 'create'
  | 'update'
  | 'patch'
  | 'delete'
  | 'deletecollection'
  | 'log'
  | 'connect'
  | 'document';

/** @param isCustom whether it is about custom resources, of which v1.24 documents more */
export function parametersOf(
  verb: Verb,
  { enabled }: Pick<Profile, 'enabled'>,
  isCustom = false,
): readonly Parameter[] {
  const validatesFields = enabled('ServerSideFieldValidation');
  const { dryRun, fieldManager, fieldValidation, pretty, resourceVersion } = all;
  const write = [dryRun, fieldManager, ...(validatesFields ? [fieldValidation] : []), pretty];
  const selection = [all.continue, all.fieldSelector, all.labelSelector, all.limit];
  const version = [
    ...[resourceVersion, all.resourceVersionMatch],
    ...(enabled('InitialEventsKnown') ? [all.sendInitialEvents] : []),
    ...(enabled('ShardSelectorPublished') ? [all.shardSelector] : []),
    all.timeoutSeconds,
  ];
  const deletion = [
    all.gracePeriodSeconds,
    ...(enabled('UnsafeDeletionPublished')
      ? [all.ignoreStoreReadErrorWithClusterBreakingPotential]
      : []),
    ...[all.orphanDependents, all.propagationPolicy],
  ];
  switch (verb) {
    case 'get':
      return isCustom ? [pretty, resourceVersion] : [pretty];
    case 'list':
      return [all.allowWatchBookmarks, ...selection, pretty, ...version, all.watch];
    case 'create':
    case 'update':
      return write;
    case 'patch':
      return [...write, all.force];
    case 'delete':
      return [dryRun, ...deletion, pretty];
    case 'deletecollection':
      return [...selection, dryRun, ...deletion, pretty, ...version];
    case 'log':
      return [...log, ...(enabled('LogStreamsPublished') ? [stream] : []), ...endOfLog];
    case 'connect':
    case 'document':
      return [];
  }
}
