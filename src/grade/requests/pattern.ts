/** Patterns of requests, and whether a request is one of those. */
import type { SeenRequest } from '#kit';
import type { Subject } from '../subject.ts';

/** Which requests; what is absent matches all. */
export interface Pattern {
  readonly verb?: readonly string[] | undefined;
  /** A plural with its group, `*` for all; by default what the client reads, or of writes what it writes. */
  readonly resource?: string | undefined;
  readonly subresource?: string | undefined;
  readonly code?: readonly number[] | undefined;
  /** It is not answered yet; a watch is open from when it is answered until it ends. */
  readonly open?: boolean | undefined;
  /** The version that a list or watch names: none, any (`0`), or an exact one. */
  readonly version?: readonly VersionForm[] | undefined;
  /** Options of the query: `present`, `absent`, a value, or at most a number (`<= 60`). */
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** A piece of the body, or `!` and a piece that it does not have. */
  readonly body?: string | undefined;
  readonly contentType?: string | undefined;
  /** It was carried out and has changed nothing. */
  readonly noop?: boolean | undefined;
}

export type VersionForm = 'none' | 'any' | 'exact';

/** What patterns can name. */
type Subjects = Pick<Subject, 'resource' | 'made'>;

const readVerbs = ['get', 'list', 'watch'];
/** What clients write for themselves. */
const asides = ['leases.coordination.k8s.io', 'events', 'events.events.k8s.io'];

export function matches(request: SeenRequest, pattern: Pattern, subject: Subjects): boolean {
  const { verb, code, subresource, open, version, query = {}, body, contentType } = pattern;
  if (verb !== undefined && !verb.some((each) => isVerb(request.verb, each))) return false;
  if (!isOfResource(request, pattern.resource, subject)) return false;
  if (subresource !== undefined && request.subresource !== subresource) return false;
  if (code !== undefined && !code.includes(codeOf(request))) return false;
  if (open !== undefined && open !== isOpen(request)) return false;
  if (version !== undefined && !version.includes(versionForm(request))) return false;
  if (body !== undefined && !hasBody(request.body, body)) return false;
  if (contentType !== undefined && !request.contentType.includes(contentType)) return false;
  if (pattern.noop !== undefined && pattern.noop !== changesNothing(request)) return false;
  return Object.entries(query).every(([name, value]) => hasOption(request.query[name], value));
}

/** A watch over WebSocket that is accepted has 101 where one over HTTP has 200. */
function codeOf({ code = 0 }: SeenRequest): number {
  return code === 101 ? 200 : code;
}

/** A watch that is refused was never open: client-go asks for one that servers before v1.27 refuse. */
function isOpen(request: SeenRequest): boolean {
  return request.endedMs === undefined && (request.verb !== 'watch' || codeOf(request) === 200);
}

function isVerb(verb: string, expected: string): boolean {
  if (expected === 'read') return readVerbs.includes(verb);
  if (expected === 'write') return !readVerbs.includes(verb);
  return verb === expected;
}

/** Returns whether it is a server-side apply. */
export function isApply({ verb, contentType }: SeenRequest): boolean {
  return verb === 'patch' && contentType.includes('apply-patch');
}

/**
 * Returns whether it has created an object; a server-side apply of an object that is not there does,
 * too.
 */
export function isCreation(request: SeenRequest, subject: Subjects): boolean {
  const { verb, code } = request;
  return (
    code === 201 &&
    ['create', 'patch'].includes(verb) &&
    matches(request, { verb: ['write'] }, subject)
  );
}

function isOfResource(
  { isResource, verb, resource }: SeenRequest,
  expected: string | undefined,
  subject: Subjects,
): boolean {
  if (expected === '*') return true;
  if (!isResource) return false;
  if (expected !== undefined) return resource === named(expected, subject);
  return readVerbs.includes(verb) ? resource === subject.resource : !asides.includes(resource);
}

/** `$resource` and `$made` stand for what the client reads and creates. */
function named(resource: string, subject: Subjects): string {
  if (resource === '$resource') return subject.resource;
  return resource === '$made' ? subject.made : resource;
}

/** Returns how a list or a watch names the version at which it begins. */
export function versionForm({ query }: SeenRequest): VersionForm {
  const version = query['resourceVersion'] ?? '';
  if (version === '') return 'none';
  return version === '0' ? 'any' : 'exact';
}

function hasOption(value: string | undefined, expected: string): boolean {
  if (expected === 'present') return value !== undefined && value !== '';
  if (expected === 'absent') return value === undefined || value === '';
  if (expected.startsWith('<=')) return Number(value) <= Number(expected.slice(2));
  return value === expected;
}

/** Returns whether the answer to an update names the version that the update was based on. */
function changesNothing({ verb, code, body, newest }: SeenRequest): boolean {
  const [, version] = /"resourceVersion":\s?"(\d+)"/.exec(body) ?? [];
  return verb === 'update' && code === 200 && Number(version) === newest;
}

function hasBody(body: string, expected: string): boolean {
  return expected.startsWith('!') ? !body.includes(expected.slice(1)) : body.includes(expected);
}

/** Returns the pattern in words: `list of pods, answered 429`. */
export function patternText(pattern: Pattern, subject: Subjects): string {
  const { verb = ['request'] } = pattern;
  const writes = verb.some((each) => !['read', 'request', ...readVerbs].includes(each));
  const resource = named(pattern.resource ?? (writes ? '*' : '$resource'), subject);
  const what = `${verb.join(' or ')}${resource === '*' ? '' : ` of ${resource}`}`;
  return [what, ...traitTexts(pattern)].join(', ');
}

/** Returns what distinguishes requests beside verb and resource: `with limit, answered 429`. */
export function traitsText(pattern: Pattern): string {
  const verbs = pattern.verb === undefined ? [] : [pattern.verb.join(' or ')];
  return [...verbs, ...traitTexts(pattern)].join(', ');
}

function traitTexts({ code, open, version, query = {}, body, noop }: Pattern): readonly string[] {
  const parts: string[] = [];
  if (version !== undefined) parts.push(version.map((form) => versionTexts[form]).join(' or '));
  for (const [name, value] of Object.entries(query)) parts.push(optionText(name, value));
  if (code !== undefined) parts.push(`answered ${code.join(' or ')}`);
  if (open !== undefined) parts.push(open ? 'that is open' : 'that has ended');
  if (noop === true) parts.push('that changes nothing');
  if (body !== undefined) parts.push(bodyText(body));
  return parts;
}

const versionTexts = {
  none: 'without a version',
  any: 'at any version (0)',
  exact: 'at an exact version',
};

function optionText(name: string, value: string): string {
  if (value === 'present') return `with ${name}`;
  if (value.startsWith('<=')) return `with ${name} ${value}`;
  return value === 'absent' ? `without ${name}` : `with ${name}=${value}`;
}

function bodyText(body: string): string {
  return body.startsWith('!') ? `without ${body.slice(1)} in its body` : `with ${body} in its body`;
}
