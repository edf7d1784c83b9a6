/** What a fault does and when it begins, as it is written. */
import { describe, expect, it } from 'vitest';
import { readFault } from '#faults';
import type { KubeObject } from '#values';

type Change = Parameters<NonNullable<ReturnType<typeof whenOf>>['fits']>[0];

function whenOf(when: unknown) {
  const { fault, problems } = readFault({ error: 500, when });
  expect(problems).toEqual([]);
  return fault!.when!;
}

describe('what it does is refused where it is wrong', () => {
  it.each<[unknown, string, RegExp]>([
    [{ latency: 'soon' }, 'latency', /expected a duration of at most 10m/],
    [{ latency: '11m' }, 'latency', /expected a duration of at most 10m/],
    [{ latency: { uniform: ['1s'] } }, 'latency.uniform', /the least and the most/],
    [{ latency: { uniform: ['1s', 'x'] } }, 'latency.uniform.1', /expected a duration/],
    [{ watch: 'delay' }, 'watch', /expected one of drop.*\{ delay: 5s \}, \{ coalesce: 5s \}/],
    [{ watch: { drop: '5s' } }, 'watch', /expected one of drop/],
    [{ watch: { delay: 'x' } }, 'watch.delay', /expected a duration/],
    [{ bookmarks: 'drop' }, 'bookmarks', /expected one of withhold, regress, now, found "drop"/],
    [
      { stale: 5 },
      'stale',
      /expected frozen, \{ lag: 5 \}, \{ at: 120 \} or \{ behind: 2s \}, found 5/,
    ],
    [{ stale: {} }, 'stale.lag', /expected a whole number of at least 1/],
    [{ stale: { lag: 0 } }, 'stale.lag', /expected a whole number of at least 1/],
    [{ stale: { lag: 1, by: 2 } }, 'stale.by', /unknown field "by"/],
    [{ stale: { at: 0 } }, 'stale.at', /expected a whole number of at least 1/],
    [{ stale: { lag: 1, at: 2 } }, 'stale', /expected "lag" or "at", found both/],
    [{ error: 500, match: { version: 'new' } }, 'match.version', /known are none, any, exact/],
    [{ damage: {} }, 'damage', /expected what is merged into the object/],
    [{ damage: 'x' }, 'damage', /expected what is merged into the object/],
    [{ metrics: 'late' }, 'metrics', /expected missing, found "late"/],
    [{ webhook: 'late' }, 'webhook', /expected one of /],
    [{ latency: '1s', error: 500 }, '', /found error and latency; make two faults of it/],
    [{ latency: '1s', message: 'x' }, 'message', /"message" goes with "error" only/],
    [{ latency: '1s', retryAfter: '1s' }, 'retryAfter', /goes with "error" only/],
    [{ latency: '1s', applied: true }, 'applied', /goes with "error" only/],
  ])('%j at %s', (value, at, message) => {
    const { fault, problems } = readFault(value);
    expect(fault).toBeUndefined();
    const found = problems.find(({ path }) => path.join('.') === at);
    expect(found?.message).toMatch(message);
  });
});

describe('the change at which it begins', () => {
  it.each<[unknown, string, RegExp]>([
    ['pods', 'when', /expected a map with resource, namespace, name, event, field/],
    [{}, 'when.resource', /expected a plural or a kind/],
    [{ resource: 'pods', event: 'patched' }, 'when.event', /one of created, updated, deleted/],
    [{ resource: 'pods', from: 1 }, 'when.field', /expected the field/],
    [{ resource: 'pods', to: 1 }, 'when.field', /expected the field/],
    [{ resource: 'pods', field: 'spec..replicas' }, 'when.field', /expected the field/],
    [{ resource: 'pods', count: 0 }, 'when.count', /expected a whole number of at least 1/],
    [{ resource: 'pods', name: [] }, 'when.name', /a list of at least one/],
  ])('%j is refused at %s', (when, at, message) => {
    const { problems } = readFault({ error: 500, when });
    expect(problems.find(({ path }) => path.join('.') === at)?.message).toMatch(message);
  });

  const object = (fields: object, name = 'web', namespace = 'default'): KubeObject =>
    ({ kind: 'Deployment', metadata: { name, namespace }, ...fields }) as unknown as KubeObject;
  const change = (value: KubeObject, previous?: KubeObject, type: Change['type'] = 'updated') => ({
    ...{ revision: 7, bucket: 'deployments.apps', type, value, origin: { actor: 'x' } },
    ...(previous && { previous }),
  });
  const scaled = change(object({ spec: { replicas: 3 } }), object({ spec: { replicas: 1 } }));
  const same = change(object({ spec: { replicas: 3 } }), object({ spec: { replicas: 3 } }));
  const begun = change(object({ spec: { replicas: 3 } }), undefined, 'created');
  const ended = change(
    object({ spec: { replicas: 3 } }),
    object({ spec: { replicas: 3 } }),
    'deleted',
  );
  const listed = change(object({ spec: { list: [1, 2] } }), object({ spec: { list: [1] } }));
  const nulled = change(object({ spec: { replicas: null } }), object({ spec: {} }));

  it.each<[object, Change, boolean]>([
    [{ resource: 'deployments' }, scaled, true],
    [{ resource: 'deployments.apps' }, scaled, true],
    [{ resource: 'Deployment' }, scaled, true],
    [{ resource: ['pods', 'Deployment'] }, scaled, true],
    [{ resource: 'deployments.example.com' }, scaled, false],
    [{ resource: 'pods' }, scaled, false],
    [{ resource: 'deployments', name: 'w*' }, scaled, true],
    [{ resource: 'deployments', name: ['x', 'web'] }, scaled, true],
    [{ resource: 'deployments', name: 'x' }, scaled, false],
    [{ resource: 'deployments', namespace: 'default' }, scaled, true],
    [{ resource: 'deployments', namespace: 'web' }, scaled, false],
    [{ resource: 'deployments', event: 'updated' }, scaled, true],
    [{ resource: 'deployments', event: 'created' }, scaled, false],
    [{ resource: 'deployments', field: 'spec.replicas' }, scaled, true],
    [{ resource: 'deployments', field: 'spec.replicas' }, same, false],
    [{ resource: 'deployments', field: 'spec.replicas', from: 1 }, scaled, true],
    [{ resource: 'deployments', field: 'spec.replicas', from: 2 }, scaled, false],
    [{ resource: 'deployments', field: 'spec.replicas', from: 1, to: 3 }, scaled, true],
    [{ resource: 'deployments', field: 'spec.replicas', from: 1, to: 2 }, scaled, false],
    [{ resource: 'deployments', field: 'spec.replicas', from: null }, begun, true],
    [{ resource: 'deployments', field: 'spec.replicas', from: null }, scaled, false],
    [{ resource: 'deployments', field: 'spec.replicas', to: null }, ended, true],
    [{ resource: 'deployments', field: 'spec.replicas', to: null }, scaled, false],
    [{ resource: 'deployments', field: 'spec.list', from: [1], to: [1, 2] }, listed, true],
    [{ resource: 'deployments', field: 'spec.list', to: [2, 1] }, listed, false],
    // Absent and null are the same. What is inherited does not count.
    [{ resource: 'deployments', field: 'spec.replicas' }, nulled, false],
    [{ resource: 'deployments', field: 'spec.toString' }, scaled, false],
    [{ resource: 'deployments', field: 'spec.replicas.more' }, scaled, false],
  ])('%j', (when, seen, isOne) => {
    expect(whenOf(when).fits(seen)).toBe(isOne);
  });

  it('is said in words', () => {
    const when = {
      resource: ['pods', 'jobs'],
      name: 'a*',
      event: 'updated',
      field: 'status.phase',
    };
    expect(whenOf({ ...when, from: 'Pending', to: null, count: 2 })).toMatchObject({
      count: 2,
      text: 'pods, jobs a* updated status.phase from "Pending" to null, time 2',
    });
    expect(whenOf({ resource: 'pods' })).toMatchObject({ count: 1, text: 'pods, time 1' });
  });
});
