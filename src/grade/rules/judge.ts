/** Rules over the requests of a client: pure, from what was seen to what was broken. */
import type { SeenRequest } from '#kit';
import type { Rule } from '../case/case.ts';
import {
  matches,
  patternText,
  traitsText,
  versionForm,
  type Pattern,
} from '../requests/pattern.ts';
import type { Subject } from '../subject.ts';
import { misgrants, rightsTexts, type Grant } from './grants.ts';

/** What a case has seen. */
export interface CaseEvidence {
  readonly requests: readonly SeenRequest[];
  /** Wall ms by the name of the mark. */
  readonly marks: ReadonlyMap<string, number>;
  /** What the roles of the setup grant the client's service accounts. */
  readonly grants: readonly Grant[];
  readonly subject: Pick<Subject, 'resource' | 'made' | 'creates'>;
  /** Wall ms: now. */
  readonly endMs: number;
}

/** How a rule was broken. */
export interface Breach {
  /** What should have been, in words. */
  readonly rule: string;
  readonly found: string;
  readonly because: string;
  /** Those that broke it. */
  readonly requests: readonly SeenRequest[];
}

/** Clocks of two processes and timers that fire a little early, ms. */
const slackMs = 50;

const versionTexts = {
  known: 'a version that the client was sent',
  newest: 'the newest version that the client was sent',
};

/** Returns how a rule was broken; undefined: it was kept. */
export function judge(rule: Rule, evidence: CaseEvidence): Breach | undefined {
  // Where the client did not get as far as a mark, it is judged by what stopped it.
  if (rule.after !== undefined && !evidence.marks.has(rule.after)) return undefined;
  const from = momentOf(rule.after, evidence, -Infinity);
  const to = momentOf(rule.before, evidence, Infinity);
  const between = evidence.requests.filter(({ beganMs }) => beganMs >= from && beganMs <= to);
  const of =
    rule.type === 'rights'
      ? []
      : between.filter((each) => matches(each, rule.of, evidence.subject));
  const text = (pattern: Pattern): string => patternText(pattern, evidence.subject);
  const breach = (
    what: string,
    found: string,
    requests: readonly SeenRequest[],
  ): Breach | undefined => ({
    rule: `${what}${spanText(rule)}`,
    found,
    because: rule.because,
    requests,
  });
  switch (rule.type) {
    case 'never':
      if (of.length === 0) return undefined;
      return breach(`never a ${text(rule.of)}`, countText(of.length), of);
    case 'atLeast':
      if (of.length >= rule.count) return undefined;
      return breach(`at least ${rule.count}: ${text(rule.of)}`, countText(of.length), of);
    case 'atMost': {
      const most = densest(of, rule.inMs ?? Infinity);
      const count = rule.count === 'undisturbed' ? evidence.subject.creates : rule.count;
      if (most.length <= count) return undefined;
      const span = rule.inMs === undefined ? '' : ` in ${rule.inMs / 1000} s`;
      return breach(`at most ${count}${span}: ${text(rule.of)}`, `${most.length}${span}`, most);
    }
    case 'every': {
      const bad = of.filter((each) => !matches(each, rule.has, evidence.subject));
      if (bad.length === 0) return undefined;
      const what = `every ${text(rule.of)}: ${traitsText(rule.has)}`;
      return breach(what, `${bad.length} of ${of.length} are not`, bad);
    }
    case 'pause': {
      const pair = tooSoon(of, between, rule, evidence);
      if (pair === undefined) return undefined;
      const [first, next] = pair;
      const what = `at least ${rule.leastMs / 1000} s from a ${text(rule.of)} to the next ${text(rule.next)}`;
      const waited = (next.beganMs - (first.endedMs ?? first.beganMs)) / 1000;
      return breach(what, `${waited.toFixed(3)} s`, pair);
    }
    case 'same': {
      const { option } = rule;
      const values = [...new Set(of.map(({ query }) => query[option] ?? ''))];
      if (values.length <= 1) return undefined;
      return breach(`the same ${option} in each ${text(rule.of)}`, values.join(', '), of);
    }
    case 'rights': {
      const found = misgrants(rule.are, evidence.grants, evidence.requests);
      if (found.length === 0) return undefined;
      return breach(rightsTexts[rule.are], found.join('; '), []);
    }
    case 'known':
    case 'newest': {
      const isGood = rule.type === 'known' ? isKnown : isNewest;
      const bad = of.filter((each) => !isGood(each, evidence.requests));
      if (bad.length === 0) return undefined;
      return breach(
        `each ${text(rule.of)} begins at ${versionTexts[rule.type]}`,
        `${bad.length} of ${of.length} do not`,
        bad,
      );
    }
  }
}

function momentOf(name: string | undefined, { marks }: CaseEvidence, absent: number): number {
  return name === undefined ? absent : (marks.get(name) ?? absent);
}

function spanText({ after, before }: Rule): string {
  const from = after === undefined ? '' : ` after "${after}"`;
  return `${from}${before === undefined ? '' : ` before "${before}"`}`;
}

function countText(count: number): string {
  return count === 0 ? 'none' : `${count} of them`;
}

/** Returns the most of them that began within a stretch of time. */
function densest(requests: readonly SeenRequest[], ms: number): readonly SeenRequest[] {
  let most: readonly SeenRequest[] = [];
  let start = 0;
  requests.forEach(({ beganMs }, end) => {
    while (beganMs - requests[start]!.beganMs > ms) start++;
    if (end + 1 - start > most.length) most = requests.slice(start, end + 1);
  });
  return most;
}

function tooSoon(
  firsts: readonly SeenRequest[],
  all: readonly SeenRequest[],
  { next, leastMs }: Extract<Rule, { type: 'pause' }>,
  { subject }: CaseEvidence,
): readonly [SeenRequest, SeenRequest] | undefined {
  for (const first of firsts) {
    const endedMs = first.endedMs ?? Infinity;
    const follower = all.find(
      (each) => each !== first && each.beganMs >= endedMs && matches(each, next, subject),
    );
    if (follower !== undefined && follower.beganMs - endedMs < leastMs - slackMs) {
      return [first, follower];
    }
  }
  return undefined;
}

/**
 * Returns whether the version at which it begins is one that earlier answers have named, or none.
 */
function isKnown(request: SeenRequest, all: readonly SeenRequest[]): boolean {
  if (versionForm(request) !== 'exact') return true;
  const version = Number(request.query['resourceVersion']);
  const earlier = all.filter((each) => each.beganMs < request.beganMs);
  // Answers that are not JSON cannot be read here.
  if (earlier.every(({ newest }) => newest === 0)) return true;
  return earlier.some(({ newest }) => newest >= version);
}

/** Returns whether it begins where the streams and lists before it have ended. */
function isNewest(request: SeenRequest, all: readonly SeenRequest[]): boolean {
  if (versionForm(request) !== 'exact') return false;
  const { beganMs, resource, namespace, query } = request;
  const earlier = all.filter(
    (each) =>
      ['list', 'watch'].includes(each.verb) &&
      each.beganMs < beganMs &&
      each.resource === resource &&
      each.namespace === namespace,
  );
  const newest = Math.max(0, ...earlier.map((each) => each.newest));
  return Number(query['resourceVersion']) >= newest;
}
