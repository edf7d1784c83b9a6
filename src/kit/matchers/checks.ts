/** Matchers that are checks of the scenario language. */
import { parsePath, same, valueAt } from '#record';
import { CheckFailedError } from '../check-failed.ts';
import { runOf, type Cluster } from '../cluster.ts';
import type { Where } from '../objects.ts';
import { whyField, whyLast } from './chain.ts';
import type { EventPattern, Limits, StayOptions, WithinOptions } from './types.ts';
import type { Verdict } from './verdict.ts';

/** `ds/agent` as checks of the scenario language have it. */
interface Named extends Where {
  readonly kind: string;
  readonly name: string;
}

/** The object comes to have this status, in part: what is not named may be anything. */
export async function toReachStatus(
  cluster: Cluster,
  object: string,
  status: Readonly<Record<string, unknown>>,
  { within = '10m', namespace }: WithinOptions = {},
): Promise<Verdict> {
  const named = namedBy(cluster, object, namespace);
  return await judged(cluster, {
    about: `${nameText(named)} to reach status ${JSON.stringify(status)} within ${within}`,
    play: () => cluster.step({ expect: { ...named, status }, within: spanText(within) }),
    async chain() {
      const found = await present(cluster, named);
      const field = leaves(status, ['status']).find(
        ([path, required]) => !same(valueAt(found, parsePath(path)) ?? 0, required ?? 0),
      );
      return whyField(cluster, object, field?.[0] ?? 'status', named);
    },
  });
}

/** An event is recorded, or was before. */
export async function toEmitEvent(
  cluster: Cluster,
  { about, namespace, message, count, ...rest }: EventPattern,
  { within = '10m' }: Pick<WithinOptions, 'within'> = {},
): Promise<Verdict> {
  const { kind, name, ...place } = about === undefined ? {} : namedBy(cluster, about, namespace);
  const event = {
    ...rest,
    ...(about === undefined ? { namespace } : { kind, name, ...place }),
    message: message instanceof RegExp ? patternText(message) : message,
  };
  return await judged(cluster, {
    about: `event ${JSON.stringify(event)} within ${within}`,
    play: () => cluster.step({ expect: { event, count }, within: spanText(within) }),
    chain: () =>
      whyLast(runOf(cluster), ({ value: { kind: written, metadata } }) => {
        if (name !== undefined) return written === kind && metadata.name === name;
        return written === 'Event';
      }),
  });
}

/** Fields stay within their limits, from now on and for a time. */
export async function toStayWithin(
  cluster: Cluster,
  object: string,
  limits: Limits,
  { during = '10m', namespace }: StayOptions = {},
): Promise<Verdict> {
  const named = namedBy(cluster, object, namespace);
  const all = Object.entries(limits).map(([field, limit]) => {
    const path = field.includes('.') ? field : `status.${field}`;
    const [least, most] = typeof limit === 'number' ? [limit, limit] : limit;
    return { path, least, most };
  });
  const that = all.map(({ path, least, most }) => `${path} >= ${least} && ${path} <= ${most}`);
  return await judged(cluster, {
    about: `${nameText(named)} to stay within ${JSON.stringify(limits)} during ${during}`,
    play: () => cluster.step({ always: { ...named, that }, for: spanText(during) }),
    async chain() {
      const found = await present(cluster, named);
      const broken = all.find(({ path, least, most }) => {
        const value = Number(valueAt(found, parsePath(path)) ?? 0);
        return value < least || value > most;
      });
      return broken === undefined ? [] : whyField(cluster, object, broken.path, named);
    },
  });
}

/** Nothing is left to do: nothing is written for a time. */
export async function toConverge(
  cluster: Cluster,
  options: Parameters<Cluster['converge']>[0] = {},
): Promise<Verdict> {
  return await judged(cluster, {
    about: `the cluster to converge within ${options.within ?? '10m'}`,
    play: () => cluster.converge(options),
    chain: () => whyLast(runOf(cluster)),
  });
}

interface Matter {
  readonly about: string;
  /** @throws {CheckFailedError} when it does not hold */
  play(): Promise<void>;
  chain(): readonly string[] | Promise<readonly string[]>;
}

async function judged(cluster: Cluster, { about, play, chain }: Matter): Promise<Verdict> {
  const { seed } = cluster;
  const atMs = (): number => cluster.now() - cluster.startMs;
  try {
    await play();
    const found = 'it holds';
    return { pass: true, about, expected: about, found, chain: [], seed, atMs: atMs() };
  } catch (error) {
    if (!(error instanceof CheckFailedError)) throw error;
    const { expected, found, hint } = error;
    const at = { seed, atMs: atMs() };
    return { pass: false, about, expected, found, hint, chain: await chain(), ...at };
  }
}

function namedBy(cluster: Cluster, object: string, namespace = 'default'): Named {
  const [kind = '', name = '', ...more] = object.split('/');
  if (kind === '' || name === '' || more.length > 0) {
    throw new Error(`expected KIND/NAME such as daemonset/agent, found "${object}"`);
  }
  const found = cluster.kind(kind);
  return { kind: found.kind, name, ...(found.namespaced && { namespace }) };
}

function nameText({ kind, namespace, name }: Named): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

async function present(cluster: Cluster, { kind, name, namespace }: Named): Promise<unknown> {
  const [found] = await cluster.list(kind, { namespace, fieldSelector: `metadata.name=${name}` });
  return found;
}

/** Returns the values within maps, by their paths. */
function leaves(value: unknown, path: readonly string[]): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [[path.join('.'), value]];
  }
  return Object.entries(value).flatMap(([name, each]) => leaves(each, [...path, name]));
}

/** As scenarios have regular expressions. */
function patternText({ source, flags }: RegExp): string {
  return `/${flags.includes('i') ? '(?i)' : ''}${source}/`;
}

function spanText(span: string | number): string {
  return typeof span === 'number' ? `${span}ms` : span;
}
