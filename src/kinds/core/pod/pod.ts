/** Pods. */
import { withoutDisabledParts } from './disabled-parts.ts';
import { binding } from './binding.ts';
import { defineKind } from '../../object/define-kind.ts';
import { eviction } from '../../policy/eviction.ts';
import { appArmorWarnings, pairAppArmor } from './pod-apparmor.ts';
import type { Kind } from '../../object/kind.ts';
import { changeField, formatTime, runToEnd } from '#values';
import { validateMetadata, validateMetadataUpdate } from '../../object/validate-metadata.ts';
import { defaultPodResources } from './pod-level-resources.ts';
import { defaultingPod, defaultingPodStatus } from './pod-defaults.ts';
import { mergeLabelKeys } from './merged-keys.ts';
import { qosClassOf } from './pod-requests.ts';
import { resizePart } from './resize.ts';
import { pairSeccompProfiles } from './pod-seccomp.ts';
import { withRemembered } from './remembered-status.ts';
import { withoutDisabledIn } from '../../profile/gated-fields.ts';
import { isPodTerminal } from './pod-status.ts';
import { podColumns, podRowConditions } from './pod-table.ts';
import {
  action,
  connection,
  optionsKind,
  proxy,
  specListPart,
  statusPart,
} from '../../object/subresources.ts';
import type { Pod, PodStatus } from '#types';
import type { StrategyContext } from '../../object/part.ts';
import type { Profile } from '../../profile/profile.ts';
import { usualChecks, warningTexts } from '../../late-checks.ts';

/** What exec and attach have in common. */
const streamFields = {
  stdin: 'flag',
  stdout: 'flag',
  stderr: 'flag',
  tty: 'flag',
  container: 'text',
} as const;

export const pod: Kind<Pod> = defineKind<Pod>({
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  namespaced: true,
  names: { shortNames: ['po'], categories: ['all'] },
  wire: {
    deleteAnswersObject: true,
    selectableFields: {
      'spec.nodeName': (object) => object.spec.nodeName ?? '',
      'spec.host': (object) => object.spec.nodeName ?? '',
      'spec.restartPolicy': (object) => object.spec.restartPolicy ?? '',
      'spec.hostNetwork': (object) => String(object.spec.hostNetwork ?? false),
      'spec.schedulerName': (object) => object.spec.schedulerName ?? '',
      'spec.serviceAccountName': (object) => object.spec.serviceAccountName ?? '',
      'status.phase': (object) => object.status?.phase ?? '',
      'status.podIP': (object) => object.status?.podIP ?? '',
      'status.podIPs': (object) => object.status?.podIP ?? '',
      'status.nominatedNodeName': (object) => object.status?.nominatedNodeName ?? '',
    },
    selectableSince: { 'spec.hostNetwork': 28 },
  },
  subresources: {
    attach: connection(['create', 'get'], {
      form: optionsKind('PodAttachOptions'),
      fields: streamFields,
    }),
    binding: action(binding),
    ephemeralcontainers: specListPart<Pod>('ephemeralContainers', {
      verbs: ['get', 'patch', 'update'],
      keeps: [],
      keepsMetadata: 'all',
      ownersWith: 'EphemeralContainersOwned',
      writesSpec: true,
      validate(errors, object, old, { profile }) {
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        validateMetadata(errors, object.metadata, pod);
        usualChecks.code.validatePodDebugUpdate(errors, object, old, profile);
      },
    }),
    eviction: action(eviction, ['policy/v1beta1']),
    exec: connection(['create', 'get'], {
      form: optionsKind('PodExecOptions'),
      fields: { ...streamFields, command: 'texts' },
    }),
    log: { verbs: ['get'], stream: 'text' },
    portforward: connection(['create', 'get'], {
      form: optionsKind('PodPortForwardOptions'),
      fields: { ports: 'numbers' },
    }),
    proxy: proxy('PodProxyOptions'),
    resize: resizePart((errors, object, old) => {
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      validateMetadata(errors, object.metadata, pod);
      usualChecks.code.validatePodWhole(errors, object);
    }),
    status: statusPart({
      keepsMetadata: ['deletionTimestamp', 'ownerReferences'],
      ownsNoMetadata: ['deletionTimestamp', 'ownerReferences'],
      prepare(object, old, { profile }) {
        return changeField(object, 'status', (status) => {
          const known = withoutDisabledStatus(status, old.status, profile);
          return withRemembered(runToEnd(defaultingPodStatus(known)), old.status, profile);
        });
      },
      validate(errors, object, old) {
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        usualChecks.code.validatePodStatusUpdate(errors, object, old);
      },
    }),
  },
  rules: {
    load: usualChecks.load,
    withoutDisabled: withoutDisabledParts('spec'),
    generation: (object) => object.spec,
    generationWith: 'PodGeneration',
    defaulting: defaultingPod,
    prepareCreate(object, context) {
      const { profile } = context;
      const isShared =
        object.spec.resources != null && profile.enabled('PodLevelResourcesFixDefaulting');
      const shared = isShared
        ? changeField(object, 'spec', (spec) => defaultPodResources(spec, true))
        : object;
      const { spec } = shared;
      const { qosClass: sent } = object.status;
      const isKept = sent !== undefined && profile.enabled('QosClassesAsSent');
      const qosClass =
        (isKept ? sent : undefined) ??
        qosClassOf({
          containers: spec.containers ?? [],
          initContainers: spec.initContainers,
          resources: spec.resources,
        });
      const conditions = gatedConditions(spec, context);
      const merged = mergeLabelKeys(shared, profile);
      const pending = { ...merged, status: { phase: 'Pending' as const, qosClass, ...conditions } };
      return pairAppArmor(pairSeccompProfiles(pending, profile), profile);
    },
    // Programs change pods, and would not read warnings.
    warnings: (object, old, profile) =>
      old === undefined
        ? [
            ...warningTexts.code.hostnameWarnings(object, old, profile, "the Pod's hostname"),
            ...warningTexts.code.podWarnings(object, profile),
          ]
        : [],
    warningsAsSent: appArmorWarnings,
    validate: (errors, object) => usualChecks.code.validatePod(errors, object),
    validateUpdate(errors, object, old, { profile }) {
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      validateMetadata(errors, object.metadata, pod);
      usualChecks.code.validatePodUpdate(errors, object, old, profile);
    },
    gracePeriodSeconds(object, requested) {
      if (!object.spec.nodeName || isPodTerminal(object)) return 0;
      const seconds = requested ?? object.spec.terminationGracePeriodSeconds ?? 0;
      return seconds < 0 ? 1 : seconds;
    },
  },
  table: { columns: podColumns, rowConditions: podRowConditions },
  view: { restoreRank: 5, isMadeByOthers: true },
});

function withoutDisabledStatus(status: PodStatus, old: PodStatus, profile: Profile): PodStatus {
  if (!profile.enabled('PodStatusGated')) return status;
  return withoutDisabledIn(profile.schemas.of('core/v1', 'PodStatus'), status, old, profile);
}

/** A pod with gates says why it is not scheduled. */
function gatedConditions(
  { schedulingGates = [] }: Pod['spec'],
  { now, profile }: StrategyContext,
): Pick<Pod['status'], 'conditions'> {
  if (schedulingGates.length === 0) return {};
  const gated = {
    type: 'PodScheduled',
    status: 'False',
    reason: 'SchedulingGated',
    message: 'Scheduling is blocked due to non-empty scheduling gates',
  };
  const lastTransitionTime = profile.enabled('GatedPodsTimed') ? formatTime(now) : null;
  const times: object = { lastProbeTime: null, lastTransitionTime };
  return { conditions: [{ ...times, ...gated }] };
}
