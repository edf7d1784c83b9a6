/** Explanations at a moment long after the write of the value: by the latest look at it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { daemonSet, deployment, horizontalPodAutoscaler } from '#kinds';
import { formatTime } from '#values';
import { plainStyle, whyText, type Explanation } from '#record';
import { pastOf, stagesOf, termsOf, type PlayedPast } from '../support/past.ts';

/** The lines that say who set it, and who confirmed it. */
const linesOf = (told: Explanation): readonly string[] => {
  const lines = whyText(told, (time) => formatTime(time).slice(14, 19), plainStyle);
  return lines.slice(2, lines.indexOf('', 2));
};

describe('an autoscaler', () => {
  let past: PlayedPast;
  beforeAll(async () => {
    past = await pastOf('hpa/a-busy-quarter.yaml');
  });
  const ask = (field: string, seconds: number): Explanation =>
    past.ask(horizontalPodAutoscaler, 'web', `status.${field}`, seconds);

  it('is held by its window long after the write that raised it', () => {
    const told = ask('desiredReplicas', 420);
    expect(told).toMatchObject({ value: 6, exact: true });
    expect(stagesOf(told)).toContain(
      '* window 6: not 3, because 8 was recommended at 2026-01-01T00:06:30Z: the size stays',
    );
    expect(stagesOf({ ...told, account: told.whenSet! })).toContainEqual(
      expect.stringMatching(/^\* policy 6: 8 would exceed policy 2 pods in 30 s/),
    );
    expect(linesOf(told)).toEqual([
      expect.stringMatching(/^Set by horizontal-pod-autoscaler at 01:\d\d, revision \d+$/),
      'Confirmed at 07:00, computed again over what stood then',
      expect.stringMatching(/^When it was set: target 4 → measure .* → bounds 6 → size 6$/),
    ]);
  });

  it('is explained by the write at its moment, and a time of its own by its write', () => {
    const scaled = ask('lastScaleTime', 420);
    expect(scaled.confirmed).toBeUndefined();
    expect(termsOf(scaled)).toEqual([expect.stringMatching(/^\+ now .*rescaled from 4 to 6$/)]);
    const { revision, time } = scaled.chain[0]!;
    expect(
      past.askAt(horizontalPodAutoscaler, 'web', 'status.desiredReplicas', { revision, time })
        .confirmed,
    ).toBe(undefined);
  });
});

describe('a count', () => {
  it('is explained by what stands at the moment', async () => {
    const past = await pastOf('daemonset/rolling-update.yaml');
    const told = past.ask(daemonSet, 'agent', 'status.desiredNumberScheduled', 100);
    expect(told).toMatchObject({ exact: true, confirmed: { by: 'calculation' } });
    expect(told.seenAt).toBe(told.revision);
  });

  it('is explained by its write while no later look comes to the same value', async () => {
    const past = await pastOf('deployment/rollout.yaml');
    let [asked, confirmed] = [0, 0];
    for (const change of past.past.changes()) {
      const { revision, time } = change;
      const object = past.past.get('deployments.apps', 'default/web', revision);
      if (object === undefined) continue;
      const told = past.askAt(deployment, 'web', 'status.readyReplicas', { revision, time });
      if (told.account === undefined) continue;
      asked += 1;
      if (told.confirmed !== undefined) confirmed += 1;
      // Whatever explains it, comes to the value that stands.
      expect(told.account.value ?? 0, `at ${revision}`).toBe(told.value ?? 0);
    }
    expect(confirmed).toBeGreaterThan(0);
    expect(confirmed).toBeLessThan(asked);
  });
});
