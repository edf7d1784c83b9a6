/** Explains the status of an autoscaler, from the usage of the pods to the size that is set. */
import { formatTime } from '#values';
import {
  horizontalPodAutoscaler as autoscalerKind,
  deployment,
  ofRelease,
  replicaSet,
  replicationController,
  statefulSet,
  type Kind,
} from '#kinds';
import {
  explainer,
  type Account,
  type Explainer,
  type Pass,
  type Stage,
  type Term,
} from '#runtime';
import { limitStages } from './explain-limits.ts';
import { metricStages } from './explain-metric.ts';
import { referenceOf } from './outcome.ts';
import type { View } from './plan.ts';
import { evidenceAfter, replayPass, type ReplayedPlan, type Replay } from './replay.ts';
import type { HorizontalPodAutoscaler, HorizontalPodAutoscalerStatus } from './types.ts';

type HpaPass = Pass<HorizontalPodAutoscaler>;

interface Field {
  readonly rule: string | ((pass: HpaPass) => string);
  /** For what is read off. */
  terms?(replay: Replay, pass: HpaPass): readonly Term[];
  /** For what is computed. */
  stages?(replay: Replay, pass: HpaPass): readonly Stage[];
}

/** The target as it was found. */
function targetTerm({ look, missing }: Replay, { object }: HpaPass): Term {
  const subject = referenceOf(object);
  if (look === undefined) return { subject, counts: false, because: missing ?? 'it is missing' };
  const { replicas, statusReplicas } = look.view.scale;
  const because = `its spec asks for ${replicas} replicas, its status has ${statusReplicas}`;
  return { subject, amount: replicas, counts: true, because };
}

/** The target as it was found, which all calculations begin with. */
function targetStage(replay: Replay, pass: HpaPass): Stage {
  const { subject, amount, because } = targetTerm(replay, pass);
  return {
    name: 'target',
    ...(amount !== undefined && { value: amount }),
    because: `${subject}: ${because}`,
  };
}

/** From what was measured to the size. */
export function sizeStages(replay: Replay, pass: HpaPass): readonly Stage[] {
  const target = targetStage(replay, pass);
  const { look } = replay;
  if (look === undefined) return [target];
  const { view, plan } = look;
  const limits = limitStages(plan, view);
  const measured = metricStages(plan.opinions, view);
  const isLimited = limits.some(({ decides }) => decides);
  return [
    target,
    ...(isLimited ? measured : deciding(measured, view)),
    ...limits,
    sizeStage(look, pass),
  ];
}

/** What nothing limits changes the result, if it is another size. */
function deciding(measured: readonly Stage[], { scale }: View): readonly Stage[] {
  const last = measured.at(-1);
  if (last?.value === undefined || last.value === scale.replicas) return measured;
  return [...measured.slice(0, -1), { ...last, decides: true }];
}

/** What was done with the size. */
function sizeStage({ view, plan, refusal }: ReplayedPlan, { object }: HpaPass): Stage {
  const { desired, rescale, error } = plan;
  const name = 'size';
  const unchangedStage = (why: string): Stage => {
    return {
      name,
      value: object.status.desiredReplicas,
      because: `it stays: ${why}`,
      decides: true,
    };
  };
  if (error !== undefined) return unchangedStage(error);
  if (refusal !== undefined) return unchangedStage(`the target could not be rescaled: ${refusal}`);
  if (rescale === undefined) {
    const value = view.scale.replicas;
    return {
      name,
      value,
      because: value === 0 ? 'the target is switched off' : 'the target has it',
    };
  }
  const because = rescale === '' ? 'the target is rescaled' : `the target is rescaled: ${rescale}`;
  const isBound = plan.limited === undefined;
  return { name, value: desired, because, ...(isBound && { decides: true }) };
}

const scaleTimeTerms: Field['terms'] = ({ look, status }, { object, past }) => {
  const before = object.status.lastScaleTime;
  const isScaled = look?.plan.rescale !== undefined && look.refusal === undefined;
  if (isScaled) {
    const because = `the target was rescaled from ${look.view.scale.replicas} to ${look.plan.desired}`;
    return [{ subject: 'now', amount: formatTime(past.now), counts: true, because }];
  }
  if (status.lastScaleTime == null) return [];
  return [{ subject: 'before', amount: before, counts: true, because: 'not rescaled since' }];
};

/** The findings of a reconcile: the last finding of a type is what the condition says. */
const conditionStages: Field['stages'] = (replay, pass) => {
  const [part] = pass.within;
  const about = (type: string): boolean => part === undefined || part === type;
  const { look, status } = replay;
  const found = (status.conditions ?? [])
    .filter(({ type }) => about(type))
    .map(({ type, status, reason, message }): Stage => {
      return { name: type, value: status, because: `${reason}: ${message}` };
    });
  if (look === undefined) return [targetStage(replay, pass), ...found];
  const { view, plan } = look;
  const isAboutSize = about('AbleToScale') || about('ScalingLimited');
  return [
    ...(isAboutSize ? [targetStage(replay, pass)] : []),
    ...(isAboutSize || about('ScalingActive') ? metricStages(plan.opinions, view) : []),
    ...(isAboutSize ? limitStages(plan, view) : []),
    ...found,
  ];
};

const fields: Readonly<Partial<Record<keyof HorizontalPodAutoscalerStatus, Field>>> = {
  currentReplicas: {
    rule: 'is the number of replicas in the spec of the target when the pass began',
    terms: (replay, pass) => [targetTerm(replay, pass)],
  },
  desiredReplicas: {
    rule: 'is the highest recommendation of a metric, limited by stabilization, policies and bounds',
    stages: sizeStages,
  },
  lastScaleTime: {
    rule: 'is when the target was last rescaled',
    terms: scaleTimeTerms,
  },
  currentMetrics: {
    rule: 'lists the measured values, if the pass read metrics',
    stages: ({ look }) => (look === undefined ? [] : metricStages(look.plan.opinions, look.view)),
  },
  conditions: {
    rule: 'says whether the target can be scaled, whether the metrics yield a size, and whether that is limited',
    stages: conditionStages,
  },
  observedGeneration: {
    rule: ({ past }) =>
      past.profile.enabled('HPAGeneration')
        ? 'is the generation of the autoscaler when the pass began'
        : 'is never set: autoscalers have no generation, and the next write of the status removes any value',
  },
};

function accountOf(
  name: keyof HorizontalPodAutoscalerStatus,
  { rule, terms, stages }: Field,
): (pass: HpaPass) => Account {
  return (pass) => {
    const replay = replayPass(pass);
    // The stored object has less than what the reconcile wrote.
    const { wire, rules } = ofRelease(autoscalerKind, pass.past.profile.schemas);
    const written = { ...pass.object, status: replay.status };
    const { status } = rules.asStored!(written, undefined, wire.storageVersion);
    return {
      value: status[name],
      rule: typeof rule === 'string' ? rule : rule(pass),
      terms: terms?.(replay, pass) ?? [],
      ...(stages && { stages: stages(replay, pass) }),
    };
  };
}

/** The size of a target, as the autoscaler set it: computed as its desired size. */
function sizeAccount(pass: Pass): Account {
  const found = pass.past.get(autoscalerKind, refOf(pass.key ?? ''));
  const rule =
    'is the size that an autoscaler has set: the highest recommendation of a metric, limited';
  // A record of an older version does not have what was measured.
  if (found === undefined || pass.evidence === undefined)
    return { value: undefined, rule, terms: [] };
  const own: HpaPass = { ...pass, object: found, written: found, within: [] };
  const replay = replayPass(own);
  const { metadata } = found;
  const name = `HorizontalPodAutoscaler ${metadata.namespace}/${metadata.name}`;
  return {
    value: replay.look?.plan.desired,
    rule: `${rule} (${name})`,
    terms: [],
    stages: sizeStages(replay, own),
  };
}

function refOf(key: string): { readonly namespace: string; readonly name: string } {
  const [namespace = '', name = ''] = key.split('/');
  return { namespace, name };
}

/** What can be scaled. */
const targets = [replicationController, deployment, replicaSet, statefulSet].map(
  (kind) => kind as unknown as Kind,
);

/** Accounts for the whole status, and for the sizes that autoscalers set. */
export const explains: readonly Explainer[] = [
  ...targets.map((kind) =>
    explainer(kind, { 'spec.replicas': sizeAccount }, { needsEvidence: true }),
  ),
  explainer<HorizontalPodAutoscaler>(
    autoscalerKind,
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        `status.${name}`,
        accountOf(name as keyof HorizontalPodAutoscalerStatus, field),
      ]),
    ),
    {
      needsEvidence: true,
      again: {
        fields: ['currentReplicas', 'desiredReplicas', 'currentMetrics', 'conditions'].map(
          (name) => `status.${name}`,
        ),
        evidence: evidenceAfter,
      },
    },
  ),
];
