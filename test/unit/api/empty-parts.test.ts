/** Lists and maps that are given empty: in memory they are not none, in the store they are. */
import { beforeEach, describe, expect, test } from 'vitest';
import { daemonSet, endpointSlice, secret } from '#kinds';
import type { DaemonSet, Secret } from '#types';
import { apiRig, context, refusal, type ApiRig } from '../../support/api.ts';

let rig: ApiRig;

beforeEach(async () => {
  rig = await apiRig();
});

const ref = { namespace: 'default', name: 'd' };
const labels = { app: 'a' };
const container = { name: 'c', image: 'i' };

function daemonSetOf(spec: object, template: object = {}): DaemonSet {
  return {
    metadata: { name: 'd' },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container], ...template } },
      ...spec,
    },
  } as unknown as DaemonSet;
}

const ownersOf = (object: { readonly metadata: { readonly managedFields?: unknown } }): string =>
  JSON.stringify(object.metadata.managedFields ?? []);

describe('a write that only empties what is not there', () => {
  test.each([{ volumes: [] }, { nodeSelector: {} }, { containers: [{ ...container, args: [] }] }])(
    '%j changes nothing',
    async (template) => {
      const old = await rig.api.create(context, daemonSet, daemonSetOf({}), 'default');
      const revision = rig.store.revision();
      const wanted = { ...old, spec: daemonSetOf(old.spec, template).spec };
      const spec = { ...old.spec, template: wanted.spec.template };
      const { object } = await rig.api.update(context, daemonSet, ref, { ...old, spec });
      expect(object).toBe(old);
      expect(rig.store.revision()).toBe(revision);
    },
  );

  test('is stored without it, beside what it changes', async () => {
    const old = await rig.api.create(context, daemonSet, daemonSetOf({}), 'default');
    const spec = {
      ...old.spec,
      minReadySeconds: 1,
      selector: { ...old.spec.selector, matchExpressions: [] },
    };
    const { object } = await rig.api.update(context, daemonSet, ref, { ...old, spec });
    expect(object.spec).toEqual({ ...old.spec, minReadySeconds: 1 });
    expect(object.metadata.generation).toBe(2);
  });
});

test('messages tell empty from none', async () => {
  const empty = daemonSetOf({ selector: { matchLabels: {} } });
  const error = await refusal(rig.api.create(context, daemonSet, empty, 'default'));
  expect(error.message).toContain(
    'v1.LabelSelector{MatchLabels:map[string]string{}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}',
  );
});

test('who empties a list that is always written owns it', async () => {
  const slice = { metadata: { name: 'd' }, addressType: 'IPv4', endpoints: [], ports: null };
  const made = await rig.api.create(context, endpointSlice, slice as never, 'default');
  expect(made).toMatchObject({ endpoints: null, ports: null });
  expect(ownersOf(made)).toContain('"f:endpoints":{}');
  expect(ownersOf(made)).not.toContain('f:ports');
});

test('what is sealed may not even be emptied of nothing', async () => {
  const sealed = { metadata: { name: 'd' }, immutable: true } as Secret;
  const old = await rig.api.create(context, secret, sealed, 'default');
  const error = await refusal(rig.api.update(context, secret, ref, { ...old, data: {} }));
  expect(error.message).toContain('data: Forbidden: field is immutable');
});
