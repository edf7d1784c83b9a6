/** What no manager owns of a new object: what Go writes in any case, in every version. */
import { describe, expect, test } from 'vitest';
import { apiVersionOf, service, type Kind, defaultProfile } from '#kinds';
import { kindsOf } from '#catalog';
import { apiRig, refusal } from '../../../support/api.ts';
import { blankOf } from '../../../../src/api/managed-fields/blank.ts';

const kinds = kindsOf(defaultProfile);

const maker = { origin: { actor: 'test' }, fieldManager: 'maker' };
const scaleTargetRef = { kind: 'Deployment', name: 'web' };
const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'b' }] } };

const of = (plural: string): readonly Kind[] => kinds.filter((kind) => kind.plural === plural);
const named = (kind: Kind) => [apiVersionOf(kind), kind] as const;

describe('structs that are always there have no owner, only what is in them', () => {
  const owned = async (kind: Kind, spec: object): Promise<object> => {
    const { api } = await apiRig();
    const made = await api.create(
      maker,
      kind,
      { metadata: { name: 'x' }, spec } as never,
      'default',
    );
    return made.metadata.managedFields![0]!.fieldsV1!;
  };

  test.each(of('horizontalpodautoscalers').map(named))('%s', async (_, kind) => {
    expect(await owned(kind, { maxReplicas: 3, scaleTargetRef })).toMatchObject({
      'f:spec': expect.objectContaining(
        apiVersionOf(kind) === 'autoscaling/v1'
          ? { 'f:scaleTargetRef': {} }
          : { 'f:scaleTargetRef': { 'f:kind': {}, 'f:name': {} } },
      ) as object,
    });
  });

  test.each(of('cronjobs').map(named))('%s', async (_, kind) => {
    const fields = await owned(kind, { schedule: '@daily', jobTemplate: { spec: { template } } });
    const text = JSON.stringify(fields);
    expect(text).not.toContain('"f:jobTemplate":{".":{}');
    expect(text).not.toContain('f:creationTimestamp');
    expect(text).toContain('"f:containers":{"k:{');
  });
});

test.each(kinds.map(named))(
  'the blank object of %s has a metadata that is not yet made',
  (_, { schema }) => {
    expect(blankOf(schema)).toMatchObject({ metadata: { creationTimestamp: null } });
  },
);

describe('an applied element without its key', () => {
  const apply = async (spec: object) => {
    const { api } = await apiRig();
    const body = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'x' }, spec };
    const ref = { namespace: 'default', name: 'x' };
    return refusal(api.patch(maker, service, ref, { type: 'apply', body }));
  };

  test('has the one that Go writes, which is refused as any other', async () => {
    const { code, message } = await apply({ ports: [{ name: 'a' }] });
    expect(code).toBe(422);
    expect(message).toContain('spec.ports[0].port: Invalid value: 0');
  });

  test('is the same as one that has it', async () => {
    const { message } = await apply({ ports: [{ name: 'a' }, { name: 'b', port: 0 }] });
    expect(message).toContain('duplicate entries for key [port=0,protocol="TCP"]');
  });
});
