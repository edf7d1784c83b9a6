/** Which flow a request belongs to is decided by lists that are put in order once. */
import { beforeEach, expect, it } from 'vitest';
import { defaultProfile, flowSchema } from '#kinds';
import { FlowControl } from '../../../src/api/flow-control/index.ts';
import { apiRig, type ApiRig } from '../../support/api.ts';

const jane = { name: 'jane', groups: ['system:authenticated'] };
const access = {
  ...{ isResource: true, verb: 'get', path: '', group: '', namespace: 'default' },
  ...{ resource: 'pods', subresource: '', name: 'a' },
};

let rig: ApiRig;
let flows: FlowControl;
let asked: string[];
beforeEach(async () => {
  rig = await apiRig();
  asked = [];
  const uidOf = (plural: string, name: string): string => {
    asked.push(name);
    return `${plural}/${name}`;
  };
  flows = new FlowControl(
    rig.store,
    { before: () => undefined, whileWatched: () => undefined, uidOf },
    defaultProfile,
  );
});

it('once while nothing is stored', () => {
  const schema = 'flowschemas/global-default';
  expect(flows.of(jane, access)).toMatchObject({ schema });
  const before = asked.length;
  for (let i = 0; i < 3; i++) expect(flows.of(jane, access)).toMatchObject({ schema });
  expect(asked).toHaveLength(before);
});

it('once for what is stored, and again when that changes', async () => {
  await rig.api.own.before(flowSchema, true);
  const first = flows.of(jane, access);
  expect(asked).toEqual([]);
  expect(flows.of(jane, access)).toBe(first);
  const spec = {
    priorityLevelConfiguration: { name: 'exempt' },
    matchingPrecedence: 3,
    rules: [
      {
        subjects: [{ kind: 'User', user: { name: 'jane' } }],
        resourceRules: [
          { verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['default'] },
        ],
      },
    ],
  };
  const made = await rig.api.create({ origin: { actor: 'test' } }, flowSchema, {
    metadata: { name: 'mine' },
    spec,
  });
  expect(flows.of(jane, access)).toMatchObject({ schema: made.metadata.uid });
});
