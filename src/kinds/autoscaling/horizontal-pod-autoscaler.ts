/** HorizontalPodAutoscalers: they set the number of pods of a workload by what its pods use. */
import { defaultAutoscaler, defaultStatus, noStatus } from './defaults.ts';
import { asStored } from './stored.ts';
import { targetsColumn } from './targets-text.ts';
import { fromV1, toV1, withoutWire } from './v1.ts';
import { fromV2Beta1, fromV2Beta2, toV2Beta1, toV2Beta2 } from './v2beta1.ts';
import { ageColumn, column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import type { Profile } from '../profile/profile.ts';
import { changeField, fillAbsent } from '#values';
import { validateMetadataUpdate } from '../object/validate-metadata.ts';
import { statusPart } from '../object/subresources.ts';
import { servedVersion } from '../object/served-version.ts';
import type { HorizontalPodAutoscaler as HorizontalPodAutoscalerV1 } from '#types';
import type { HorizontalPodAutoscaler } from '#types/autoscaling-v2';
import type { HorizontalPodAutoscaler as HorizontalPodAutoscalerV2Beta1 } from '#types/autoscaling-v2beta1';
import type { AutoscalerRules } from './validate-horizontal-pod-autoscaler.ts';
import { rareChecks } from '../late-checks.ts';

const containerGate = 'HPAContainerMetrics';
const zeroGate = 'HPAScaleToZero';

export const horizontalPodAutoscaler = defineKind<HorizontalPodAutoscaler>({
  group: 'autoscaling',
  version: 'v2',
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
  namespaced: true,
  names: { shortNames: ['hpa'], categories: ['all'] },
  subresources: {
    status: statusPart({
      prepare: (object) => changeField(object, 'status', defaultStatus),
      validate(errors, object, old) {
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        rareChecks.code.validateAutoscalerStatus(errors, object.status);
      },
    }),
  },
  rules: {
    load: rareChecks.load,
    generation: (object) => object.spec,
    generationWith: 'HPAGeneration',
    defaults: defaultAutoscaler,
    prepareCreate: (object) => ({ ...object, status: noStatus }),
    validate: (errors, object, { profile }) =>
      rareChecks.code.validateAutoscalerSpec(errors, object.spec, rulesOf(profile, object)),
    validateUpdate(errors, object, old, { profile }) {
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      rareChecks.code.validateAutoscalerSpec(errors, object.spec, rulesOf(profile, object, old));
    },
    asStored,
  },
  table: {
    columns: [
      column('Reference', 'string', 'What is scaled.', ({ spec }) => {
        return `${spec.scaleTargetRef.kind}/${spec.scaleTargetRef.name}`;
      }),
      { ...targetsColumn(false), until: 29 },
      { ...targetsColumn(true), since: 30 },
      column('MinPods', 'string', 'Pods that there are at least.', ({ spec }) => {
        return spec.minReplicas == null ? '<unset>' : String(spec.minReplicas);
      }),
      column('MaxPods', 'string', 'Pods that there are at most.', ({ spec }) => spec.maxReplicas),
      column('Replicas', 'string', 'Pods that there are.', ({ status }) => {
        return status?.currentReplicas ?? 0;
      }),
      ageColumn,
    ],
  },
  view: { isDrawn: true },
});

/** The first version: it has a field for a CPU target, and annotations for everything else. */
export const horizontalPodAutoscalerV1: Kind<HorizontalPodAutoscalerV1> = servedVersion(
  horizontalPodAutoscaler,
  {
    version: 'v1',
    toStorage: fromV1,
    fromStorage: toV1,
    wire: { partialMetadata: withoutWire },
    rules: {
      defaults(object: HorizontalPodAutoscalerV1) {
        const whole = fillAbsent(object, {
          spec: {} as HorizontalPodAutoscalerV1['spec'],
          status: noStatusV1,
        });
        const specified = changeField(whole, 'spec', (spec) =>
          fillAbsent(spec, { minReplicas: 1 }),
        );
        return changeField(specified, 'status', (status) => fillAbsent(status, noStatusV1));
      },
    },
  },
);

/** The first beta of v2: targets are fields next to the metrics' names. */
export const horizontalPodAutoscalerV2Beta1: Kind<HorizontalPodAutoscalerV2Beta1> = servedVersion(
  horizontalPodAutoscaler,
  {
    version: 'v2beta1',
    toStorage: (object) => defaultAutoscaler(fromV2Beta1(object)),
    fromStorage: toV2Beta1,
    wire: { partialMetadata: withoutWire },
    rules: {
      defaults(object: HorizontalPodAutoscalerV2Beta1) {
        const whole = fillAbsent(object, {
          spec: {} as HorizontalPodAutoscalerV2Beta1['spec'],
          status: noStatusV1,
        });
        return changeField(whole, 'spec', (spec) => {
          const filled = fillAbsent(spec, { minReplicas: 1 });
          return filled.metrics?.length ? filled : { ...filled, metrics: [cpuMetricV2Beta1] };
        });
      },
    },
  },
);

const cpuMetricV2Beta1 = {
  type: 'Resource',
  resource: { name: 'cpu', targetAverageUtilization: 80 },
};

/** The second beta: the same as v2 except for its name. */
export const horizontalPodAutoscalerV2Beta2: Kind<HorizontalPodAutoscaler> = servedVersion(
  horizontalPodAutoscaler,
  {
    version: 'v2beta2',
    toStorage: fromV2Beta2,
    fromStorage: toV2Beta2,
  },
);

const noStatusV1: HorizontalPodAutoscalerV1['status'] = { currentReplicas: 0, desiredReplicas: 0 };

/** What is wrong already may stay as it is. */
function rulesOf(
  profile: Profile,
  { spec: { scaleTargetRef: target } }: HorizontalPodAutoscaler,
  old?: HorizontalPodAutoscaler,
): AutoscalerRules {
  const allowsZero = profile.enabled(zeroGate) || old?.spec.minReplicas === 0;
  const before = old?.spec.scaleTargetRef;
  const checksVersions = profile.enabled('AutoscalersNameGroups');
  const isSame =
    before !== undefined && before.apiVersion === target.apiVersion && before.kind === target.kind;
  const needed = target.kind === 'ReplicationController' ? 'formed' : 'grouped';
  const hadOddObject = (old?.spec.metrics ?? []).some(
    ({ object }) => (object?.describedObject.apiVersion ?? '').split('/').length > 2,
  );
  return {
    profile,
    lowestMinimum: allowsZero ? 0 : 1,
    allowsContainers: profile.enabled(containerGate),
    targetVersions: checksVersions && !isSame ? needed : 'any',
    objectVersions: checksVersions && !hadOddObject ? 'formed' : 'any',
  };
}
