/** DaemonSets. */
import { withoutDisabledParts } from '../core/pod/disabled-parts.ts';
import { ageColumn, column, labelsText, workloadColumns } from '../object/columns.ts';
import { defaultTransitionTimes } from '../object/conditions.ts';
import { UnreadableValue } from '#schema';
import { defineKind } from '../object/define-kind.ts';
import { templateWarnings } from '../core/pod/template-warnings.ts';
import type { Kind } from '../object/kind.ts';
import {
  changeField,
  fillAbsent,
  fillUnset,
  withField,
  semanticEqual,
  invalid,
  show,
  type FieldErrors,
  showSelector,
  changingField,
  andThen,
  type Resumable,
} from '#values';
import { statusPart } from '../object/subresources.ts';
import type {
  ObjectMeta,
  DaemonSet,
  DaemonSetSpec,
  DaemonSetStatus,
  DaemonSetUpdateStrategy,
} from '#types';
import {
  validateMetadata,
  validateMetadataUpdate,
  validateUnchanged,
} from '../object/validate-metadata.ts';
import { validateNonNegative } from '../object/validate-values.ts';
import type { Profile } from '../profile/profile.ts';
import { defaultingPodTemplate } from '../core/pod/pod-template-defaults.ts';
import { usualChecks } from '../late-checks.ts';

/** Counts the changes of the template; pods carry it as a label. */
const templateGeneration = 'deprecated.daemonset.template.generation';

const warnOfTemplate = templateWarnings<DaemonSet>((object) => object.spec.template);

export const daemonSet: Kind<DaemonSet> = defineKind<DaemonSet>({
  group: 'apps',
  version: 'v1',
  kind: 'DaemonSet',
  plural: 'daemonsets',
  namespaced: true,
  names: { extensionsWith: 'WorkloadsOfExtensions', shortNames: ['ds'], categories: ['all'] },
  wire: { partialMetadata: withoutTemplateGeneration },
  subresources: {
    status: statusPart({
      prepare(object, old) {
        const base = withTemplateGeneration(object, templateGenerationOf(old) ?? 1);
        return changeField(base, 'status', defaultStatus);
      },
      validate(errors, object, old) {
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        validateStatus(errors, object.status, old.status);
      },
    }),
  },
  rules: {
    load: usualChecks.load,
    withoutDisabled: withoutDisabledParts('spec', 'template', 'spec'),
    generation: (object) => object.spec,
    checkConvertible(object) {
      templateGenerationOf(object);
    },
    defaulting(object, profile) {
      const whole = fillAbsent(object, {
        spec: {} as DaemonSetSpec,
        status: {} as DaemonSetStatus,
      });
      const specified = changingField(whole, 'spec', (spec) => defaultingSpec(spec, profile));
      return andThen(specified, (each) => changeField(each, 'status', defaultStatus));
    },
    prepareCreate(object) {
      const generation = templateGenerationOf(object) ?? 0;
      return withTemplateGeneration({ ...object, status: noStatus }, Math.max(generation, 1));
    },
    prepareUpdate(object, old) {
      const generation = templateGenerationOf(old) ?? 1;
      const isSame = semanticEqual(object.spec.template, old.spec.template);
      return withTemplateGeneration(object, isSame ? generation : generation + 1);
    },
    // Other changes do not raise the generation of the template.
    warnings: (object, old, release) =>
      old !== undefined && semanticEqual(object.spec.template, old.spec.template)
        ? []
        : warnOfTemplate(object, old, release),
    validate: (errors, object) => usualChecks.code.validateDaemonSetSpec(errors, object.spec),
    // First releases check it as a new one, then as an update, which checks the spec again.
    validateUpdate(errors, object, old, { profile }) {
      const isCheckedOnce = profile.enabled('UpdatesCheckedOnce');
      const fixed = (): void => {
        const { selector } = object.spec;
        validateUnchanged(errors, selector, old.spec.selector, 'spec.selector', showSelector);
      };
      if (!isCheckedOnce) {
        validateMetadata(errors, object.metadata, daemonSet);
        usualChecks.code.validateDaemonSetSpec(errors, object.spec);
      }
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      if (isCheckedOnce) fixed();
      usualChecks.code.validateDaemonSetSpec(errors, object.spec);
      if (!isCheckedOnce) fixed();
    },
    comparable: withAnyTemplateGeneration,
  },
  table: {
    columns: [
      column(
        'Desired',
        'integer',
        'Nodes that should run a pod.',
        counter('desiredNumberScheduled'),
      ),
      column(
        'Current',
        'integer',
        'Nodes that run a pod as they should.',
        counter('currentNumberScheduled'),
      ),
      column('Ready', 'integer', 'Nodes whose pod is ready.', counter('numberReady')),
      column(
        'Up-to-date',
        'integer',
        'Nodes whose pod is of the latest template.',
        counter('updatedNumberScheduled'),
      ),
      column('Available', 'integer', 'Nodes whose pod is available.', counter('numberAvailable')),
      column('Node Selector', 'string', 'Labels of the nodes to run on.', (object) =>
        labelsText(object.spec.template.spec.nodeSelector),
      ),
      ageColumn,
      ...workloadColumns<DaemonSet>(
        (object) => object.spec.template.spec.containers,
        (object) => object.spec.selector,
      ),
    ],
  },
  view: { restoreRank: 3, isDrawn: true, canRestart: true },
});

/** The status that v1.24 prints before its first update. */
const noStatus: DaemonSetStatus = {
  currentNumberScheduled: 0,
  numberMisscheduled: 0,
  desiredNumberScheduled: 0,
  numberReady: 0,
};

function defaultingSpec(
  spec: DaemonSetSpec,
  profile: Profile,
): DaemonSetSpec | Resumable<DaemonSetSpec> {
  return andThen(defaultingPodTemplate(spec.template, profile), (template) => {
    const filled = withField(spec, 'template', template);
    return withField(filled, 'updateStrategy', defaultStrategy(filled.updateStrategy ?? {}));
  });
}

function defaultStrategy(strategy: DaemonSetUpdateStrategy): DaemonSetUpdateStrategy {
  const typed = fillUnset(strategy, { type: 'RollingUpdate' });
  if (typed.type !== 'RollingUpdate') {
    // Kept, without effect.
    return changeField(typed, 'rollingUpdate', (rolling) =>
      fillAbsent(rolling, { maxUnavailable: 0, maxSurge: 0 }),
    );
  }
  return changeField(fillAbsent(typed, { rollingUpdate: {} }), 'rollingUpdate', (rolling) =>
    fillAbsent(rolling, { maxUnavailable: 1, maxSurge: 0 }),
  );
}

function defaultStatus(status: DaemonSetStatus): DaemonSetStatus {
  return defaultTransitionTimes(fillAbsent(status, noStatus));
}

/** @throws {UnreadableValue} for what Go does not read as an int64 */
function templateGenerationOf({ metadata }: DaemonSet): number | undefined {
  const text = metadata?.annotations?.[templateGeneration];
  if (text == null) return undefined;
  const isNumber = /^[+-]?\d+$/.test(text);
  if (isNumber && BigInt.asIntN(64, bigIntOf(text)) === bigIntOf(text)) return Number(text);
  const fault = isNumber ? 'value out of range' : 'invalid syntax';
  throw new UnreadableValue(`strconv.ParseInt: parsing ${show(text)}: ${fault}`);
}

function bigIntOf(text: string): bigint {
  return BigInt(text.startsWith('+') ? text.slice(1) : text);
}

/** The server owns the annotation and overwrites what clients write there. */
function withTemplateGeneration(object: DaemonSet, generation: number): DaemonSet {
  const { annotations } = object.metadata;
  const text = String(generation);
  if (annotations?.[templateGeneration] === text) return object;
  const metadata: ObjectMeta = {
    ...object.metadata,
    annotations: { ...annotations, [templateGeneration]: text },
  };
  return { ...object, metadata };
}

function withoutTemplateGeneration(metadata: ObjectMeta): ObjectMeta {
  const annotations = { ...metadata.annotations };
  delete annotations[templateGeneration];
  const isAny = Object.keys(annotations).length > 0;
  return withField(metadata, 'annotations', isAny ? annotations : undefined);
}

/** In the order that v1.24 checks them. */
const counters = [
  'currentNumberScheduled',
  'numberMisscheduled',
  'desiredNumberScheduled',
  'numberReady',
  'observedGeneration',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
] as const satisfies readonly (keyof DaemonSetStatus)[];

function validateStatus(errors: FieldErrors, status: DaemonSetStatus, old: DaemonSetStatus): void {
  for (const field of counters) validateNonNegative(errors, status[field], `status.${field}`);
  const { collisionCount } = status;
  validateNonNegative(errors, collisionCount, 'status.collisionCount');
  if (old.collisionCount != null && (collisionCount ?? -1) < old.collisionCount) {
    const shown = collisionCount == null ? 'null' : String(collisionCount);
    errors.push(invalid('status.collisionCount', shown, 'cannot be decremented'));
  }
}

function counter(field: (typeof counters)[number]): (object: DaemonSet) => number {
  return ({ status }) => status?.[field] ?? 0;
}

/** For comparison: counts from "0" when the annotation is not given. */
function withAnyTemplateGeneration(object: DaemonSet): DaemonSet {
  const { metadata } = object;
  if (metadata.annotations?.[templateGeneration] !== undefined) return object;
  const annotations = { ...metadata.annotations, [templateGeneration]: '0' };
  return { ...object, metadata: { ...metadata, annotations } };
}
