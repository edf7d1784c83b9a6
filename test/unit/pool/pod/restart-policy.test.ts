/** When containers are started again, by their own rules and by the policy of their pod. */
import { afterEach, expect, it } from 'vitest';
import { pod as podKind, profileOf } from '#kinds';
import type { PodSpec } from '#types';
import { restartsAfter } from '../../../../src/pool/pod/restart-policy.ts';
import { simulate, type Simulation } from '../../../support/simulate.ts';

const rule = (operator: string, ...values: readonly number[]) => ({
  action: 'Restart',
  exitCodes: { operator, values },
});

it.each<[ofPod: string, own: object, restarts: readonly number[]]>([
  ['Always', {}, [0, 1, 42]],
  ['OnFailure', {}, [1, 42]],
  ['Never', {}, []],
  ['Never', { restartPolicy: 'OnFailure' }, [1, 42]],
  ['Always', { restartPolicy: 'Never' }, []],
  ['Never', { restartPolicy: 'Never', restartPolicyRules: [rule('In', 42)] }, [42]],
  ['Never', { restartPolicy: 'Never', restartPolicyRules: [rule('NotIn', 42)] }, [0, 1]],
])('with %s and %j containers restart after %j', (restartPolicy, own, restarts) => {
  const spec = { restartPolicy, containers: [{ name: 'main', ...own }] } as unknown as PodSpec;
  expect([0, 1, 42].filter((code) => restartsAfter(spec, code))).toEqual(restarts);
});

let run: Simulation | undefined;
afterEach(() => run?.stop());

it.each([
  [34, 'Failed'],
  [35, 'Running'],
])('a pod of 1.%i whose rules restart its container is %s', async (minor, phase) => {
  run = await simulate(1, { profile: profileOf(minor) });
  const { client, get, run: pass } = run;
  const own = { restartPolicy: 'Never', restartPolicyRules: [rule('In', 42)] };
  await client.create(podKind, {
    metadata: {
      name: 'a',
      namespace: 'default',
      annotations: { 'sim/run-seconds': '1', 'sim/exit-code': '42' },
    },
    spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'a', ...own }] },
  } as never);
  await pass(5);
  expect((await get(podKind, 'a')).status.phase).toBe(phase);
});
