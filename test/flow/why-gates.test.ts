/** Explanations name the feature gates and behaviours that decide a value, on both sides of the release where that changes. */
import { beforeAll, describe, expect, it, test } from 'vitest';
import { accountants } from '#accounts';
import {
  deployment,
  event as eventKind,
  job,
  objectKey,
  pod,
  profileOf,
  releases,
  statefulSet,
  horizontalPodAutoscaler,
  type Kind,
} from '#kinds';
import { KindRegistry } from '#catalog';
import {
  fieldStory,
  fieldStoryText,
  parsePath,
  plainStyle,
  why,
  whyText,
  type Explanation,
} from '#record';
import type { Event, Pod } from '#types';
import { pastOf, played, scenariosOf, type PlayedPast } from '../support/past.ts';

/** What an explanation says about gates. */
function told(explanation: Explanation): readonly string[] {
  return whyText(explanation, String, plainStyle).filter((line) => line.startsWith('Because '));
}

function bothOf(file: string): () => { before: PlayedPast; after: PlayedPast } {
  let both: { before: PlayedPast; after: PlayedPast };
  beforeAll(async () => {
    const [older, newer] = await scenariosOf(file);
    both = { before: await played(older!), after: await played(newer!) };
  });
  return () => both;
}

describe('a pod that waits for devices', () => {
  it('says what its claim is written in, without which that has no meaning', async () => {
    const { ask, options, past } = await pastOf('versions/devices.yaml');
    const at4s = past.list('pods', past.revisionAt(past.timeOf(1)! + 4_000)) as readonly Pod[];
    const waiting = at4s.find(({ spec }) => spec.nodeName === undefined)!;
    expect(options.profile.minor).toBeGreaterThanOrEqual(34);
    const path = 'status.conditions.PodScheduled.status';
    expect(told(ask(pod, waiting.metadata.name, path, 4))).toContain(
      'Because CelOptionalTypes is so since 1.29.',
    );
  });
});

describe('a Job in 1.30 and in 1.31', () => {
  const both = bothOf('versions/job-conditions.yaml');
  const asked = (past: PlayedPast, path: string, at: number) =>
    told(past.ask(job, 'crawl', path, at));

  it('says which gate counts its pods on their way out, and since when at once', () => {
    const { before, after } = both();
    const gate = (release: string) =>
      `Because JobPodReplacementPolicy is on in ${release} (by default since 1.29): otherwise the value would be none.`;
    expect(asked(before, 'status.terminating', 12)).toEqual([gate('1.30')]);
    expect(asked(after, 'status.terminating', 12)).toEqual([
      gate('1.31'),
      'Because JobsEndInSteps is so since 1.31: otherwise the value would be 0.',
    ]);
  });

  it('says why it has failed before its pod has ended, or only then', () => {
    const { before, after } = both();
    expect(asked(before, 'status.conditions.Failed', 12)).toEqual([
      'Because JobsEndInSteps is so only since 1.31: otherwise the value would be none.',
    ]);
    expect(asked(after, 'status.conditions.Failed', 20)).toContain(
      'Because JobsEndInSteps is so since 1.31: otherwise it would come to the same value in another way.',
    );
    expect(asked(after, 'status.conditions.FailureTarget.status', 12)).toContain(
      'Because JobsEndInSteps is so since 1.31: otherwise the value would be none.',
    );
  });

  it('says since when pods that it deletes are no longer ready', () => {
    const { before, after } = both();
    expect(asked(before, 'status.ready', 12)).toEqual([
      'Because JobReadyPods is on in 1.30 (by default since 1.24): otherwise the value would be none.',
    ]);
    expect(asked(after, 'status.ready', 12)).toEqual([
      'Because JobsEndInSteps is so since 1.31: otherwise the value would be 1.',
    ]);
  });
});

describe('a Deployment in 1.34 and in 1.35', () => {
  const both = bothOf('versions/terminating-replicas.yaml');

  it('says which gate its count of terminating pods is behind', () => {
    const { before, after } = both();
    const asked = (past: PlayedPast) =>
      told(past.ask(deployment, 'web', 'status.terminatingReplicas', 30));
    const gate = 'Because DeploymentReplicaSetTerminatingReplicas';
    expect(asked(before)).toEqual([
      `${gate} is off in 1.34 (alpha, on by default since 1.35): writes lose the field.`,
    ]);
    expect(asked(after)).toEqual([
      `${gate} is on in 1.35 (by default since 1.35): otherwise writes would lose the field.`,
    ]);
  });
});

/** The lines about the first event of a reason. */
function ofEvent({ past, ask }: PlayedPast, reason: string): readonly string[] {
  const events = past.list('events', past.revision) as readonly Event[];
  const found = events.find((each) => each.reason === reason)!;
  return told(ask(eventKind, found.metadata.name, 'message', 30));
}

test('events say in which releases their words are others', async () => {
  const [scenario] = await scenariosOf('deployment/rolling-update.yaml');
  const linesIn = async (minor: number) =>
    ofEvent(await played({ ...scenario!, profile: profileOf(minor) }, 30), 'ScalingReplicaSet');
  expect(await linesIn(31)).toEqual([
    'Because ScalingEventsFromTo is so only since 1.32.',
    'Because ScalingEventsNameOldSize is so since 1.25.',
  ]);
  expect(await linesIn(32)).toEqual([
    'Because ScalingEventsFromTo is so since 1.32.',
    'Because ScalingEventsNameOldSize is so since 1.25.',
  ]);
});

test('a StatefulSet says which gate kept its pods in an upgrade', async () => {
  const [compared] = await scenariosOf('versions/statefulset-storm.yaml');
  const { past, options, profileAt, ask } = await played(compared!);
  const label = "metadata.labels['apps.kubernetes.io/pod-index']";
  expect(told(ask(pod, 'db-0', label, 60))).toEqual([
    'Because PodIndexLabel is on in 1.33 (by default since 1.28).',
  ]);
  const object = objectKey(statefulSet, { namespace: 'default', name: 'db' });
  const time = compared!.startMs + 121_000;
  const revision = past.revisionAt(time);
  const path = parsePath('status.updatedReplicas');
  const question = { kind: statefulSet as unknown as Kind, object, path, revision, time };
  expect(told(why(question, { ...options, profile: profileAt(revision), hinges: true }))).toEqual([
    'Because StatefulSetSemanticRevisionComparison is on in 1.34 (by default since 1.34): otherwise the value would be none.',
  ]);
});

test('an autoscaler says which gate remembers that it has scaled to zero', async () => {
  const [scenario] = await scenariosOf('versions/hpa-to-zero.yaml');
  const past = await played(scenario!);
  expect(
    told(past.ask(horizontalPodAutoscaler, 'worker', 'status.conditions.ScaledToZero', 170)),
  ).toEqual([
    'Because HPAScaleToZero is on in 1.37 (by default since 1.37): otherwise the value would be none.',
  ]);
});

describe('a field as such', () => {
  const story = (field: string, minor: number) =>
    fieldStoryText(fieldStory(field, { kinds: new KindRegistry(profileOf(minor)), accountants }));

  it('says which gates and behaviours it hangs on in a release', () => {
    expect(story('job.status.terminating', 28)).toEqual([
      'Job status.terminating in 1.28: int32',
      'Written by job-controller.',
      'What its value hangs on:',
      '  JobPodReplacementPolicy  is off in 1.28 (alpha, on by default since 1.29)',
      '  JobsEndInSteps           is so only since 1.31',
    ]);
    expect(story('hpa.status.conditions.ScaledToZero', 37).slice(3)).toEqual([
      '  HPAScaleToZero          is on in 1.37 (by default since 1.37)',
      '  ScaledToZeroRemembered  is so since 1.36',
    ]);
  });

  it('says which gate it is behind, through lists too', () => {
    expect(story('pod.spec.initContainers.resizePolicy', 29).at(-1)).toBe(
      'It is behind InPlacePodVerticalScaling, which is off in 1.29 (alpha, on by default since 1.33).',
    );
  });

  it('says which releases have it where this one has not', () => {
    expect(() => story('job.status.terminating', 25)).toThrow(
      'Job status.terminating is of Kubernetes 1.28 and later; v1.25 drops it',
    );
  });
});

test('all names that are declared are known to the releases', () => {
  const names = accountants.flatMap(({ hinges = {} }) =>
    Object.values(hinges).flatMap((fields) => Object.values(fields).flat()),
  );
  expect(names.length).toBeGreaterThan(50);
  for (const minor of releases.keys()) {
    for (const name of names) expect(() => profileOf(minor).enabled(name)).not.toThrow();
  }
});
