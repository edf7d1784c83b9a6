import { kindsOf } from '#catalog';
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { customKinds } from '#custom';

import { definition, version } from '../../support/custom.ts';
import { answer, patching } from '../../support/webhook-server.ts';
import { ruleFor, webhookRig } from './rig.ts';

const kinds = kindsOf(defaultProfile);

const text = { type: 'string' };
const spec = {
  type: 'object',
  properties: {
    a: text,
    b: text,
    inner: { type: 'object', properties: { size: { type: 'integer', default: 3 } } },
  },
};
const openAPIV3Schema = { type: 'object', properties: { spec } };
const widgets = definition([
  { ...version('v1', openAPIV3Schema), storage: true },
  version('v2', openAPIV3Schema),
]);
const rig = webhookRig(() => ({
  kinds: [...kinds, ...customKinds(widgets, defaultProfile)],
}));

const path = '/apis/example.com/v1/namespaces/default/widgets';
const widget = {
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'w' },
  spec: { a: 'x' },
};
const rules = [ruleFor({ apiGroups: ['example.com'], resources: ['widgets'] })];
const newer = [
  ruleFor({ apiGroups: ['example.com'], apiVersions: ['v2'], resources: ['widgets'] }),
];

describe('webhooks for custom resources', () => {
  it('make objects that are pruned and defaulted again', async () => {
    rig.hooks.behaviours.set(
      '/hook',
      patching(
        { op: 'add', path: '/spec/b', value: 'made' },
        { op: 'add', path: '/spec/unknown', value: 1 },
        { op: 'add', path: '/spec/inner', value: {} },
      ),
    );
    await rig.configure('mutating', [rig.hook('/hook', { rules })]);
    const { status, body } = await rig.send('POST', path, widget);
    expect([status, body.spec]).toEqual([201, { a: 'x', b: 'made', inner: { size: 3 } }]);
  });

  it('get the version of their rule', async () => {
    rig.hooks.behaviours.set('/hook', patching({ op: 'add', path: '/spec/b', value: 'made' }));
    await rig.configure('mutating', [rig.hook('/hook', { rules: newer })]);
    await rig.configure('validating', [rig.hook('/check', { rules: newer })]);
    const { body } = await rig.send('POST', path, widget);
    expect(body).toMatchObject({ apiVersion: 'example.com/v1', spec: { a: 'x', b: 'made' } });
    for (const { review } of rig.hooks.asked) {
      expect(review.request).toMatchObject({
        kind: { group: 'example.com', version: 'v2', kind: 'Widget' },
        requestKind: { group: 'example.com', version: 'v1', kind: 'Widget' },
        object: { apiVersion: 'example.com/v2', kind: 'Widget', spec: { a: 'x' } },
      });
    }
    await rig.patch(`${path}/w`, { spec: { a: 'y' } });
    expect(rig.hooks.asked[3]!.review.request).toMatchObject({
      operation: 'UPDATE',
      object: { apiVersion: 'example.com/v2', spec: { a: 'y', b: 'made' } },
      oldObject: { apiVersion: 'example.com/v2', spec: { a: 'x', b: 'made' } },
    });
  });

  it('deny them, and their deletion', async () => {
    await rig.send('POST', path, widget);
    rig.hooks.behaviours.set('/hook', answer({ allowed: false }));
    await rig.configure('validating', [rig.hook('/hook', { rules })]);
    expect((await rig.send('POST', path, { ...widget, metadata: { name: 'v' } })).status).toBe(400);
    expect((await rig.send('DELETE', `${path}/w`)).status).toBe(400);
    expect((await rig.send('DELETE', path)).status).toBe(400);
    expect((await rig.send('GET', `${path}/w`)).status).toBe(200);
  });
});
