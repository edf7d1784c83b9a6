/** Rules in CEL over HTTP, behind their feature gate. */
import { kindsOf } from '#catalog';
import { defaultProfile } from '#kinds';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { customKinds, loadCel } from '#custom';

import type { JSONSchemaProps } from '#types';
import { version, widgets as definitionOf } from '../../support/custom.ts';
import { adminToken, serverRig } from '../../support/server.ts';

const kinds = kindsOf(defaultProfile);

type Rig = Awaited<ReturnType<typeof serverRig>>;

beforeAll(loadCel);

let rig: Rig;
afterEach(() => rig.close());

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

async function ask(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; message?: string }> {
  const response = await fetch(`${rig.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${adminToken}`,
      'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as object;
  return { ...answer, status: response.status };
}

function widgets(spec: JSONSchemaProps): object {
  const schema: JSONSchemaProps = { type: 'object', properties: { spec } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ ...version('v1', schema), storage: true }],
    },
  };
}

const sized: JSONSchemaProps = {
  type: 'object',
  'x-kubernetes-validations': [{ rule: 'self.least <= self.size', message: 'too small' }],
  properties: {
    least: { type: 'integer' },
    size: {
      type: 'integer',
      'x-kubernetes-validations': [{ rule: 'self >= oldSelf' }],
    },
  },
};

async function serving(isOn: boolean): Promise<void> {
  rig = await serverRig({ features: { CustomResourceValidationExpressions: isOn } });
}

describe('rules of definitions', () => {
  it('are dropped while their gate is off', async () => {
    await serving(false);
    const made = await ask('POST', definitions, widgets(sized));
    expect(made.status).toBe(201);
    expect(JSON.stringify(made)).not.toContain('x-kubernetes-validations');
  });

  it('stay with the gate on, and have to fit the schema', async () => {
    await serving(true);
    const made = await ask('POST', definitions, widgets(sized));
    expect(made.status).toBe(201);
    expect(JSON.stringify(made)).toContain('self.least <= self.size');
    const odd = { ...sized, 'x-kubernetes-validations': [{ rule: 'self.size > self.none' }] };
    const path = `${definitions}/widgets.example.com`;
    const versions = [
      { ...version('v1', { type: 'object', properties: { spec: odd } }), storage: true },
    ];
    const refused = await ask('PATCH', path, { spec: { versions } });
    expect(refused).toMatchObject({
      status: 422,
      message:
        'CustomResourceDefinition.apiextensions.k8s.io "widgets.example.com" is invalid: ' +
        'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: ' +
        'apiextensions.ValidationRule{Rule:"self.size > self.none", Message:""}: compilation failed: ' +
        "ERROR: <input>:1:17: undefined field 'none'\n | self.size > self.none\n | ................^",
    });
  });
});

describe('custom resources', () => {
  const path = '/apis/example.com/v1/namespaces/default/widgets';
  const widget = (spec: object): object => ({
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name: 'a' },
    spec,
  });
  const invalid = 'Widget.example.com "a" is invalid: ';

  async function withWidgets(isOn: boolean): Promise<void> {
    const features = { CustomResourceValidationExpressions: isOn };
    rig = await serverRig({
      features,
      kinds: [...kinds, ...customKinds(definitionOf(sized), defaultProfile)],
    });
  }

  it('obey them when they are made and changed', async () => {
    await withWidgets(true);
    expect(await ask('POST', path, widget({ least: 3, size: 2 }))).toMatchObject({
      status: 422,
      message: `${invalid}spec: Invalid value: "object": too small`,
    });
    expect(await ask('POST', path, widget({ least: 1, size: 2 }))).toMatchObject({ status: 201 });
    expect(await ask('PATCH', `${path}/a`, { spec: { size: 1 } })).toMatchObject({
      status: 422,
      message: `${invalid}spec.size: Invalid value: "integer": failed rule: self >= oldSelf`,
    });
    expect(await ask('PATCH', `${path}/a`, { spec: { size: 3 } })).toMatchObject({ status: 200 });
  });

  it('are not asked while values are not of their types', async () => {
    await withWidgets(true);
    const { message } = await ask('POST', path, widget({ least: 3, size: 'x' }));
    expect(message).toContain(
      'some validation rules were not checked because the object was invalid',
    );
    expect(message).not.toContain('too small');
  });

  it('are published with them', async () => {
    await withWidgets(true);
    const rules = sized['x-kubernetes-validations'];
    for (const document of ['/openapi/v2', '/openapi/v3/apis/example.com/v1']) {
      const shown = JSON.stringify(await ask('GET', document));
      expect(shown).toContain(`"x-kubernetes-validations":${JSON.stringify(rules)}`);
    }
  });

  it('need not obey them while the gate is off', async () => {
    await withWidgets(false);
    expect(await ask('POST', path, widget({ least: 3, size: 2 }))).toMatchObject({ status: 201 });
  });
});
