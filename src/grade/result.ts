/** What a report card says about a case. */
import type { SeenRequest } from '#kit';
import type { GradeCase } from './case/case.ts';
import type { Breach } from './rules/judge.ts';

export type Verdict = 'pass' | 'fail' | 'not exercised';

/** A request as evidence. */
export interface Evidence {
  /** Wall ms since the client was started. */
  readonly atMs: number;
  /** Virtual time, ms since 1970. */
  readonly at: number;
  readonly verb: string;
  /** `pods`, or the path of what is not about objects. */
  readonly what: string;
  readonly query: Readonly<Record<string, string>>;
  readonly code: number | undefined;
  /** How long it took; undefined: it was open to the end. */
  readonly tookMs: number | undefined;
  readonly endedBy: 'client' | 'server' | undefined;
  /** Of a watch. */
  readonly events: number;
}

/** A rule that was broken, and by which requests. */
export interface Failure {
  readonly rule: string;
  readonly found: string;
  readonly because: string;
  /** The first of them. */
  readonly requests: readonly Evidence[];
  /** How many more there are. */
  readonly more: number;
}

export interface CaseResult {
  readonly id: string;
  readonly number: string;
  readonly family: string;
  readonly title: string;
  readonly source: string;
  readonly says: string;
  readonly verdict: Verdict;
  /** Why it is not exercised. */
  readonly reason?: string;
  readonly failures: readonly Failure[];
  /** The end of what a client that has failed printed. */
  readonly output?: string;
  readonly requests: number;
  readonly wallMs: number;
}

/** How many requests show a breach. */
const mostEvidence = 8;

export function failureOf({ rule, found, because, requests }: Breach, startedMs: number): Failure {
  const shown = requests.slice(0, mostEvidence).map((each) => evidenceOf(each, startedMs));
  return { rule, found, because, requests: shown, more: requests.length - shown.length };
}

function evidenceOf(request: SeenRequest, startedMs: number): Evidence {
  const { isResource, resource, subresource, name, url, verb, query, code, events } = request;
  const { beganMs, beganAt, endedMs, endedBy } = request;
  const path = [resource, name, subresource].filter((part) => part !== '').join('/');
  return {
    atMs: Math.round(beganMs - startedMs),
    at: beganAt,
    verb,
    what: isResource ? path : url.slice(0, 200),
    ...{ query, code, events, endedBy },
    tookMs: endedMs === undefined ? undefined : Math.round(endedMs - beganMs),
  };
}

/** Returns what all results of a case have in common. */
export function headOf({ id, number, family, title, source, says }: GradeCase) {
  return { id, number, family, title, source, says };
}
