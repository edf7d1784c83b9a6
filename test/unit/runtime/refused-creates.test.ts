/** What refused the creation of an object, read off the messages of events. */
import { describe, expect, it } from 'vitest';
import { parseTime } from '#values';
import type { Event } from '#types';
import { refusalOf, refusalTerms, type PastView } from '#runtime';

const owner = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name: 'web', namespace: 'shop', uid: 'u' },
};

function pastWith(
  ...messages: readonly (readonly [second: number, message: string, uid?: string])[]
) {
  const events = messages.map(([second, message, uid = 'u']) => ({
    ...{ reason: 'FailedCreate', message, involvedObject: { uid } },
    ...{ metadata: {}, lastTimestamp: `2026-01-01T00:00:0${second}Z` },
  }));
  return { list: () => events as unknown as readonly Event[] } as unknown as PastView;
}

const told = (message: string): string => {
  const [term] = refusalTerms(pastWith([1, message]), owner as never);
  return `${term!.subject}: ${term!.because}`;
};

describe('what refused a creation', () => {
  it.each([
    [
      'Error creating: pods "web-x" is forbidden: exceeded quota: q, requested: pods=1,requests.cpu=2, used: pods=3,requests.cpu=3, limited: pods=3,requests.cpu=4',
      'ResourceQuota shop/q: refused at 2026-01-01T00:00:01Z: pods: 3 used + 1 asked for > 3 allowed; requests.cpu: 3 used + 2 asked for > 4 allowed',
    ],
    [
      '(combined from similar events): Error creating: pods "web-x" is forbidden: failed quota: q: must specify limits.memory for: web',
      'ResourceQuota shop/q: refused at 2026-01-01T00:00:01Z: must specify limits.memory for: web',
    ],
    [
      'Error creating: admission webhook "names.example.com" denied the request: no such team',
      'webhook names.example.com: refused at 2026-01-01T00:00:01Z: no such team',
    ],
    [
      'Error creating: Internal error occurred: failed calling webhook "names.example.com": failed to call webhook: refused',
      'webhook names.example.com: refused at 2026-01-01T00:00:01Z: failed to call webhook: refused',
    ],
    [
      'Error creating: pods "web-x" is forbidden: maximum cpu usage per Container is 1, but limit is 2',
      'LimitRange: refused at 2026-01-01T00:00:01Z: maximum cpu usage per Container is 1, but limit is 2',
    ],
    [
      'Error creating: pods "web-x" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true',
      'Pod Security restricted:latest: refused at 2026-01-01T00:00:01Z: violates PodSecurity "restricted:latest": runAsNonRoot != true',
    ],
    [
      'Error creating: Timeout: request did not complete within the allotted timeout',
      'the API: refused at 2026-01-01T00:00:01Z: Timeout: request did not complete within the allotted timeout',
    ],
  ])('%s', (message, expected) => {
    expect(told(message)).toBe(expected);
  });

  it('is what the latest event about the owner says, since a time', () => {
    const past = pastWith(
      [1, 'Error creating: one'],
      [3, 'Error creating: two'],
      [5, 'Error creating: other', 'v'],
    );
    expect(refusalTerms(past, owner as never)).toEqual([
      { subject: 'the API', counts: false, because: 'refused at 2026-01-01T00:00:03Z: two' },
    ]);
    expect(refusalTerms(past, owner as never, parseTime('2026-01-01T00:00:04Z'))).toEqual([]);
    expect(refusalOf(pastWith(), owner as never)).toBeUndefined();
  });
});
