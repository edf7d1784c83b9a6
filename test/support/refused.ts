/** Plays scenarios in which the API refuses one request of a controller. */
import { defaultProfile } from '#kinds';
import {
  alreadyExists,
  conflict,
  internalError,
  namespaceTerminating,
  notFound,
  type ApiError,
} from '#values';
import { KindRegistry } from '#catalog';
import type { Event } from '#types';
import type { Target } from '#faults';
import { Timeline } from '#record';
import { Run } from '#run';
import { parseScenario } from '#scenario';
import type { Change } from '#store';
import { makeStyle } from '../../src/cli/style.ts';
import { plain } from './past.ts';

/** The requests of one kind that one controller makes: `job-controller update jobs/status`. */
export type Request = string;

/** The ways in which a request can be refused, by the verbs that they can strike. */
const refusals: Readonly<
  Record<string, { readonly verbs: readonly string[]; readonly error: (asked: Target) => ApiError }>
> = {
  'it exists': {
    verbs: ['create'],
    error: ({ group, resource: plural, name }) => alreadyExists({ group, plural }, name),
  },
  'its namespace goes': {
    verbs: ['create'],
    error: ({ group, resource: plural, name, namespace }) =>
      namespaceTerminating({ group, plural }, name, namespace),
  },
  'the server fails': {
    verbs: ['create'],
    error: () => internalError('storage is down'),
  },
  'it is not there': {
    verbs: ['get', 'patch', 'delete'],
    error: ({ group, resource: plural, name }) => notFound({ group, plural }, name),
  },
  'it has changed': {
    verbs: ['update'],
    error: ({ group, resource: plural, name }) => conflict({ group, plural }, name, 'changed'),
  },
};

/** Those that are not controllers. */
const others = new Set(['scenario', 'kubelet', 'admission', 'kube-apiserver']);

/** A write, an event or an error of a reconcile, without random names. */
interface Line {
  /** Since the start, virtual ms. */
  readonly atMs: number;
  readonly text: string;
}

export interface Shown {
  readonly lines: readonly Line[];
  /** Those that controllers made, with the time of the first. */
  readonly requests: ReadonlyMap<Request, number>;
}

/** How long is looked at what comes of a refusal, virtual ms. */
const SPAN_MS = 6_000;

/** @param refuse gets every request of a controller, and says how it is refused */
async function play(
  yaml: string,
  refuse: (asked: Target) => ApiError | undefined,
  untilMs = Infinity,
): Promise<Shown> {
  const scenario = parseScenario(yaml, 'stage.yaml', new KindRegistry(defaultProfile));
  const lines: Line[] = [];
  const requests = new Map<Request, number>();
  let atMs = 0;
  const say = (text: string): void => {
    lines.push({ atMs, text: plain([text])[0]!.replace(/ +/g, ' ') });
  };
  const timeline = new Timeline({
    startMs: scenario.startMs,
    style: makeStyle(false),
    write: (line) => say(line.trim().replace(/^\S+ +/, '')),
  });
  const change = (one: Change): void => {
    atMs = one.time - scenario.startMs;
    if (one.value.kind === 'Event') return say(eventText(one));
    timeline.change(one);
    timeline.flush();
  };
  const onError = (actor: string, key: string, error: unknown): void =>
    say(`${actor} fails at ${key.split(' ')[0]}: ${String(error)}`);
  const run = await Run.begin(scenario, { observer: { change }, onError });
  const { clock, faults } = run.simulator;
  Object.defineProperty(faults, 'isQuiet', { value: false });
  faults.strike = (asked) => {
    const { process = '' } = asked.client;
    const isEvent = asked.resource === 'events' || asked.resource === 'leases';
    if (others.has(process) || isEvent || asked.verb === 'list') return undefined;
    const request = requestOf(asked);
    if (!requests.has(request)) requests.set(request, clock.now() - scenario.startMs);
    const error = refuse(asked);
    return error && { latencyMs: 0, failure: { error }, isApplied: false, by: [] };
  };
  try {
    await run.finish(Math.min(scenario.untilMs, untilMs));
  } finally {
    await run.stop();
  }
  return { lines, requests };
}

function requestOf({ client, verb, resource, subresource }: Target): Request {
  return `${client.process} ${verb} ${resource}${subresource && `/${subresource}`}`;
}

function eventText({ value, origin, type }: Change): string {
  const {
    type: level,
    reason,
    message,
    note,
    regarding,
    involvedObject,
    count,
  } = value as Event & Record<string, unknown>;
  const { kind, name } = (involvedObject ?? regarding) as { kind: string; name: string };
  const times = type === 'created' ? '' : ` (${count} times)`;
  return `${origin.actor} ${level} ${reason} ${kind} ${name}: ${message ?? note}${times}`;
}

/** Plays it as it is. */
export function undisturbed(yaml: string): Promise<Shown> {
  return play(yaml, () => undefined);
}

/** What can happen to a request: all refusals of its verb. */
export function refusalsOf(request: Request): readonly string[] {
  const [, verb = '', resource = ''] = request.split(' ');
  const isInNamespace = !/binding|^(persistentvolumes|volumeattachments)$/.test(resource);
  return Object.keys(refusals).filter(
    (name) =>
      refusals[name]!.verbs.includes(verb) && (isInNamespace || name !== 'its namespace goes'),
  );
}

/**
 * Plays it with the first such request refused, to soon after the time (virtual ms) at which it comes.
 * @returns what the controller does beyond `before`, and what it does not
 */
export async function disturbed(
  yaml: string,
  { request, atMs: firstMs }: { readonly request: Request; readonly atMs: number },
  refusal: string,
  before: Shown,
): Promise<readonly string[]> {
  let isStruck = false;
  const untilMs = firstMs + SPAN_MS;
  const refuse = (asked: Target): ApiError | undefined => {
    if (isStruck || requestOf(asked) !== request) return undefined;
    isStruck = true;
    return refusals[refusal]!.error(asked);
  };
  const { lines } = await play(yaml, refuse, untilMs);
  const [actor] = request.split(' ');
  const ofActor = (all: readonly Line[]): readonly string[] =>
    all
      .filter(({ atMs, text }) => atMs <= untilMs && text.startsWith(actor!))
      .map(({ text }) => text);
  const [then, usually] = [ofActor(lines), ofActor(before.lines)];
  return [
    ...beyond(then, usually).map((line) => `+ ${line}`),
    ...beyond(usually, then).map((line) => `- ${line}`),
  ];
}

/** What is in one list and not in the other, as often as it is not. */
function beyond(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
