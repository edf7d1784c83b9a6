/** How errors show what came of a patch; the texts are those of a real v1.24.17. */
import { beforeEach, describe, expect, it } from 'vitest';
import { configMap, deployment, defaultProfile } from '#kinds';
import { customKinds } from '#custom';
import type { KubeObject } from '#values';
import { patchers } from '../../../../src/api/patch/index.ts';
import { showPatched } from '../../../../src/api/patch/show-patched.ts';
import { apiRig, context, refusal, type ApiRig } from '../../../support/api.ts';
import { widgets } from '../../../support/custom.ts';

const current = {
  kind: 'Scale',
  apiVersion: 'autoscaling/v1',
  metadata: { name: 'c', namespace: 'default', uid: 'u' },
  spec: { replicas: 1 },
  status: { replicas: 0, selector: 'a=b' },
} as unknown as KubeObject;

function shown(type: 'merge' | 'json' | 'strategic', body: unknown, kind = deployment): string {
  const of = { kind: kind as never, patch: { type, body } };
  const patched = patchers[type](current, body, kind as never);
  return JSON.parse(showPatched({ patched, current, ...of })) as string;
}

describe('the result of a patch', () => {
  const metadata = '"metadata":{"name":"c","namespace":"default","uid":"u"}';
  const status = '"status":{"replicas":0,"selector":"a=b"}';
  const before = `{"apiVersion":"autoscaling/v1","kind":"Scale",${metadata}`;

  it('has sorted keys where the patch changes it', () => {
    expect(shown('merge', { spec: { replicas: '3', a: { z: 1, b: 2 } } })).toBe(
      `${before},"spec":{"a":{"b":2,"z":1},"replicas":"3"},${status}}`,
    );
  });

  it('has what a JSON patch adds as it was sent', () => {
    const value = { replicas: '3', a: 1 };
    expect(shown('json', [{ op: 'replace', path: '/spec', value }])).toBe(
      `${before},"spec":{"replicas":"3","a":1},${status}}`,
    );
  });

  it('has sorted keys everywhere in a custom resource', () => {
    expect(
      shown(
        'merge',
        { spec: 'x' },
        customKinds(widgets({ type: 'object' }), defaultProfile)[0] as never,
      ),
    ).toBe(`{"apiVersion":"autoscaling/v1","kind":"Scale",${metadata},"spec":"x",${status}}`);
  });

  it('is shown as the patch itself, as a map, for a strategic merge patch', () => {
    expect(shown('strategic', { spec: { replicas: 3, list: [{ b: null, a: true }] } })).toBe(
      'map[spec:map[list:[map[a:true b:<nil>]] replicas:3]]',
    );
  });
});

describe('a patch to a ConfigMap', () => {
  let rig: ApiRig;
  beforeEach(async () => {
    rig = await apiRig();
    await rig.api.create(context, configMap, { metadata: { name: 'x' } }, 'default');
  });

  it('with values of wrong types is shown in the error', async () => {
    const body = { data: 'x', metadata: { labels: 'y' } };
    const patch = { type: 'strategic', body } as never;
    const ref = { namespace: 'default', name: 'x' };
    expect((await refusal(rig.api.patch(context, configMap, ref, patch))).message).toBe(
      ' "" is invalid: patch: Invalid value: "map[data:x metadata:map[labels:y]]": cannot restore map from string',
    );
  });
});
