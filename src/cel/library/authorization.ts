/** `authorizer`: what a user may do, as expressions of policies ask. */
import type { Perform } from '../perform.ts';
import { CelError, noOverload, type Value } from '../values.ts';
import { Opaque, type OpaqueKind } from './opaque.ts';

/** One question: about a path, or about a resource. */
export interface Question {
  /** A service account that is meant in place of the user. */
  readonly account?: { readonly namespace: string; readonly name: string };
  readonly path?: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
}

export interface Decision {
  readonly allowed: boolean;
  readonly reason: string;
}

/** A question that is being put, with whom to ask. */
interface Asking {
  readonly question: Question;
  /** About the resource of the request. */
  readonly requested: Question;
  decide(question: Question, verb: string): Decision;
}

/**
 * @param requested the resource of the request
 * @param decide answers for the user of the request, or for the account that a question names
 */
export function authorizerValue(requested: Question, decide: Asking['decide']): Value {
  return new Opaque<Asking>('authorizer', { question: {}, requested, decide }, '');
}

/** `authorizer.requestResource`; undefined for another field. */
export function requestedResource({ kind, held }: Opaque, field: string): Value | undefined {
  if (kind !== 'authorizer' || field !== 'requestResource') return undefined;
  const query = held as Asking;
  const { requested } = query;
  return new Opaque('resourceCheck', { ...query, question: requested }, JSON.stringify(requested));
}

export const authorizationFunctions: readonly (readonly [string, Perform])[] = [
  ['path', asking('authorizer', 'pathCheck', 'path')],
  ['group', asking('authorizer', 'groupCheck', 'group')],
  ['resource', asking('groupCheck', 'resourceCheck', 'resource')],
  ['subresource', asking('resourceCheck', 'resourceCheck', 'subresource')],
  ['namespace', asking('resourceCheck', 'resourceCheck', 'namespace')],
  ['name', asking('resourceCheck', 'resourceCheck', 'name')],
  ['fieldSelector', asking('resourceCheck', 'resourceCheck', 'fieldSelector')],
  ['labelSelector', asking('resourceCheck', 'resourceCheck', 'labelSelector')],
  [
    'serviceAccount',
    ([of, namespace, name]) =>
      typeof namespace === 'string' && typeof name === 'string'
        ? extended(of, 'authorizer', 'authorizer', { account: { namespace, name } })
        : noOverload,
  ],
  [
    'check',
    ([of, verb]) => {
      const query = askingOf(of);
      if (query === undefined || typeof verb !== 'string') return noOverload;
      const decision = query.decide(query.question, verb);
      return new Opaque<Decision>('decision', decision, JSON.stringify(decision));
    },
  ],
  ['allowed', ([of]) => decided(of, ({ allowed }) => allowed)],
  ['reason', ([of]) => decided(of, ({ reason }) => reason)],
  ['errored', ([of]) => decided(of, () => false)],
  ['error', ([of]) => decided(of, () => '')],
];

function asking(from: OpaqueKind, to: OpaqueKind, name: keyof Question): Perform {
  return ([of, text]) =>
    typeof text === 'string' ? extended(of, from, to, { [name]: text }) : noOverload;
}

function extended(
  of: Value | undefined,
  from: OpaqueKind,
  to: OpaqueKind,
  more: Partial<Question>,
): Value {
  const query = askingOf(of);
  if (query === undefined || (of as Opaque).kind !== from) return noOverload;
  const question = { ...query.question, ...more };
  if (to === 'pathCheck' && question.path === '') return new CelError('path must not be empty');
  return new Opaque<Asking>(to, { ...query, question }, JSON.stringify(question));
}

function askingOf(of: Value | undefined): Asking | undefined {
  if (!(of instanceof Opaque)) return undefined;
  const kinds: readonly OpaqueKind[] = ['authorizer', 'pathCheck', 'groupCheck', 'resourceCheck'];
  return kinds.includes(of.kind) ? (of.held as Asking) : undefined;
}

function decided(of: Value | undefined, read: (decision: Decision) => Value): Value {
  return of instanceof Opaque && of.kind === 'decision' ? read(of.held as Decision) : noOverload;
}
