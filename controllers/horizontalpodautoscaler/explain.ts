/** Explains the status of an autoscaler, from the usage of the pods to the size that is set. */
import { formatTime, horizontalPodAutoscaler as autoscalerKind } from '#kinds';
import { explainer, type Account, type Explainer, type Pass, type Term } from '#runtime';
import { limitTerms, opinionTerms } from './explain-limits.ts';
import { metricTerms } from './explain-metric.ts';
import { referenceOf } from './outcome.ts';
import { seenIn, type Look, type Seen } from './seen.ts';
import type { HorizontalPodAutoscaler, HorizontalPodAutoscalerStatus } from './types.ts';

type HpaPass = Pass<HorizontalPodAutoscaler>;
type Terms = (seen: Seen, pass: HpaPass) => readonly Term[];

interface Field {
  readonly rule: string;
  readonly terms: Terms;
}

/** The target as it was found, which all accounts begin with. */
function targetTerm({ look, missing }: Seen, { object }: HpaPass): Term {
  const subject = referenceOf(object);
  if (look === undefined) return { subject, counts: false, because: missing ?? 'it is missing' };
  const { replicas, statusReplicas } = look.view.scale;
  const because = `its spec asks for ${replicas} replicas, its status has ${statusReplicas}`;
  return { subject, amount: replicas, counts: true, because };
}

const desiredTerms: Terms = (seen, pass) => {
  const target = targetTerm(seen, pass);
  const { look } = seen;
  return look === undefined ? [target] : [target, ...sizeTerms(look), ...endTerms(look, pass)];
};

function sizeTerms({ view, plan }: Look): readonly Term[] {
  const { opinions } = plan;
  return [
    ...opinions.flatMap((opinion, index) => metricTerms(opinion, view, index)),
    ...(opinions.length > 1 ? opinionTerms(opinions) : []),
    ...limitTerms(plan, view),
  ];
}

/** What was done with the size. */
function endTerms({ plan, refusal }: Look, { object }: HpaPass): readonly Term[] {
  const { desired, rescale, error } = plan;
  const before = object.status.desiredReplicas;
  const kept = (because: string): Term[] => [
    { subject: 'before', amount: before, counts: true, because: `it stays: ${because}` },
  ];
  if (error !== undefined) return kept(error);
  if (refusal !== undefined) return kept(`the target could not be rescaled: ${refusal}`);
  if (rescale === undefined) return [];
  const because = rescale === '' ? 'the target is rescaled' : `the target is rescaled: ${rescale}`;
  return [{ subject: 'new size', amount: desired, counts: true, because }];
}

const scaleTimeTerms: Terms = ({ look, status }, { object, past }) => {
  const before = object.status.lastScaleTime;
  const isScaled = look?.plan.rescale !== undefined && look.refusal === undefined;
  if (isScaled) {
    const because = `the target was rescaled from ${look.view.scale.replicas} to ${look.plan.desired}`;
    return [{ subject: 'now', amount: formatTime(past.now), counts: true, because }];
  }
  if (status.lastScaleTime == null) return [];
  return [{ subject: 'before', amount: before, counts: true, because: 'not rescaled since' }];
};

const metricsTerms: Terms = ({ look }) =>
  (look?.plan.opinions ?? []).flatMap((opinion, index) => metricTerms(opinion, look!.view, index));

/** The findings of a reconcile: the last finding of a type is what the condition says. */
const conditionTerms: Terms = (seen, pass) => {
  const [asked] = pass.within;
  const about = (type: string): boolean => asked === undefined || asked === type;
  const { look, status } = seen;
  const conditionTexts = (status.conditions ?? [])
    .filter(({ type }) => about(type))
    .map(({ type, status, reason, message }): Term => ({
      subject: type,
      amount: status,
      counts: true,
      because: `${reason}: ${message}`,
    }));
  if (look === undefined) return [targetTerm(seen, pass), ...conditionTexts];
  const { view, plan } = look;
  return [
    ...(about('AbleToScale') || about('ScalingLimited') ? [targetTerm(seen, pass)] : []),
    ...(about('ScalingActive') ? opinionTerms(plan.opinions) : []),
    ...(about('ScalingLimited') || about('AbleToScale') ? limitTerms(plan, view) : []),
    ...conditionTexts,
  ];
};

const fields: Readonly<Partial<Record<keyof HorizontalPodAutoscalerStatus, Field>>> = {
  currentReplicas: {
    rule: 'is the number of replicas in the spec of the target when the pass began',
    terms: (seen, pass) => [targetTerm(seen, pass)],
  },
  desiredReplicas: {
    rule: 'is the highest recommendation of a metric, limited by stabilization, policies and bounds',
    terms: desiredTerms,
  },
  lastScaleTime: {
    rule: 'is when the target was last rescaled',
    terms: scaleTimeTerms,
  },
  currentMetrics: {
    rule: 'lists the measured values, if the pass read metrics',
    terms: metricsTerms,
  },
  conditions: {
    rule: 'says whether the target can be scaled, whether the metrics yield a size, and whether that is limited',
    terms: conditionTerms,
  },
  observedGeneration: {
    rule: 'is never set: autoscalers have no generation, and the next write of the status removes any value',
    terms: () => [],
  },
};

function accountOf(
  name: keyof HorizontalPodAutoscalerStatus,
  { rule, terms }: Field,
): (pass: HpaPass) => Account {
  return (pass) => {
    const seen = seenIn(pass);
    // The stored object has less than what the reconcile wrote.
    const { status } = autoscalerKind.asStored!({ ...pass.object, status: seen.status });
    return { value: status[name], rule, terms: terms(seen, pass) };
  };
}

/** Accounts for the whole status. */
export const explains: readonly Explainer[] = [
  {
    ...explainer<HorizontalPodAutoscaler>(
      autoscalerKind,
      Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [
          `status.${name}`,
          accountOf(name as keyof HorizontalPodAutoscalerStatus, field),
        ]),
      ),
    ),
    needsEvidence: true,
  },
];
