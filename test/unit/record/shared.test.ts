/** What many writes have in common is kept once; what differs in anything is not. */
import { expect, it } from 'vitest';
import type { RecordEntry } from '#record';
import { SharedOrigins, SharedTexts } from '../../../src/record/read/shared.ts';

const reconcile = { controller: 'a', key: 'b', number: 1 };
const causeOf = (cause: object) => ({ first: [cause], last: [], dropped: 0 });
const timer = (name: string) => causeOf({ timer: name });
type Cause = Partial<Omit<RecordEntry, 'causes'>> & { readonly causes?: unknown };

/** As they are parsed: each time other objects. */
function originsOf(one: Cause, other: Cause) {
  const origins = new SharedOrigins(new SharedTexts());
  return [one, other].map((each) =>
    origins.of(JSON.parse(JSON.stringify({ actor: 'kubelet', ...each })) as RecordEntry),
  );
}

it.each<[string, Cause]>([
  ['an actor alone', {}],
  ['a requester', { requester: 'admin' }],
  ['a timer', { causes: timer('starting') }],
])('%s is kept once', (_, cause) => {
  const [one, other] = originsOf(cause, cause);
  expect(other).toBe(one);
  expect(one).toEqual({ actor: 'kubelet', ...cause });
});

it.each<[string, Cause, Cause]>([
  ['actors', {}, { actor: 'scheduler' }],
  ['requesters', { requester: 'admin' }, {}],
  ['timers', { causes: timer('starting') }, { causes: timer('stopping') }],
  ['an empty requester and none', { requester: '' }, {}],
  ['an empty timer and none', { causes: timer('') }, {}],
  ['causes that say more', { causes: causeOf({ timer: 'a', retry: 'b' }) }, { causes: timer('a') }],
  ['a timer and none', { causes: timer('starting') }, {}],
  ['notes, even an empty one', { note: '' }, {}],
  ['evidence', { evidence: null }, {}],
  ['evidence beside an empty note', { note: '', evidence: 1 }, { note: '', evidence: 2 }],
  ['webhooks', { webhooks: [] }, {}],
  ['reconciles', { reconcile }, { reconcile: { ...reconcile, number: 2 } }],
  ['revisions', { causes: causeOf({ revision: 1 }) }, {}],
  ['dropped causes', { causes: { ...timer('a'), dropped: 1 } }, { causes: timer('a') }],
  ['last causes', { causes: { ...timer('a'), last: [{ timer: 'b' }] } }, { causes: timer('a') }],
])('%s are not mixed up', (_, one, other) => {
  expect(originsOf(one, other)).toEqual([
    { actor: 'kubelet', ...one },
    { actor: 'kubelet', ...other },
  ]);
});
