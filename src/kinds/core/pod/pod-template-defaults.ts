/**
 * The defaults of v1.24 for pod specs and templates. A complete one is returned as it is, so a pod
 * that is created from a stored template shares the template's parts.
 */
import {
  imageTag,
  changeField,
  fill,
  fillAbsent,
  fillUnset,
  type Change,
  changing,
  changingElements,
  changingField,
  type Resumable,
} from '#values';
import { nestedMetadata } from '../../object/nested-metadata.ts';
import type { Profile } from '../../profile/profile.ts';
import { defaultFieldSources, defaultingVolume } from '../volume/volume-defaults.ts';
import type {
  Container,
  ContainerPort,
  EnvVar,
  HTTPGetAction,
  Lifecycle,
  LifecycleHandler,
  PodSpec,
  PodTemplateSpec,
  Probe,
} from '#types';

/** Also completes a missing template, and one without a spec. */
export function defaultingPodTemplate(
  template: PodTemplateSpec | undefined,
  profile: Profile,
): PodTemplateSpec | Resumable<PodTemplateSpec> {
  const whole = fillAbsent(template ?? ({} as PodTemplateSpec), { metadata: {}, spec: noSpec });
  const nested = changeField(whole, 'metadata', (metadata) => nestedMetadata(metadata, profile));
  return changingField(nested, 'spec', (spec) => defaultingPodSpec(spec, profile));
}

/** What an empty spec starts from; validation then requires containers. */
export const noSpec = {} as PodSpec;

const ofUnsetSpecs: Partial<PodSpec> = {
  restartPolicy: 'Always',
  dnsPolicy: 'ClusterFirst',
  schedulerName: 'default-scheduler',
};
const ofAbsentSpecs: Partial<PodSpec> = { terminationGracePeriodSeconds: 30, securityContext: {} };
const ofUnsetContainers: Partial<Container> = {
  imagePullPolicy: 'IfNotPresent',
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
};
const ofUnsetLatest: Partial<Container> = { ...ofUnsetContainers, imagePullPolicy: 'Always' };
const ofAbsentContainers: Partial<Container> = { resources: {} };
const ofPods: Partial<PodSpec> = { ...ofAbsentSpecs, enableServiceLinks: true };

/** @param isOfPod whether it is the spec of a pod, not of a template */
export function defaultingPodSpec(
  spec: PodSpec,
  profile: Profile,
  isOfPod = false,
): PodSpec | Resumable<PodSpec> {
  const hasImages = (spec.volumes ?? []).length > 0 && profile.enabled('ImageVolume');
  const isOnHost = spec.hostNetwork === true && (isOfPod || fillsHostPorts(profile));
  const filled = fill(spec, ofUnsetSpecs, isOfPod ? ofPods : ofAbsentSpecs);
  const lists = hasImages ? listsWithImages : listsWithoutImages;
  return changing(pairServiceAccount(filled), isOnHost ? lists.onHost : lists.onPods);
}

function listsOf(
  defaultingContainer: Change<Container>,
  hasImages: boolean,
): readonly Change<PodSpec>[] {
  return [
    (spec) => changingElements(spec, 'containers', defaultingContainer),
    (spec) => changingElements(spec, 'initContainers', defaultingContainer),
    (spec) => changingElements(spec, 'ephemeralContainers', defaultingContainer),
    (spec) => changingElements(spec, 'volumes', (volume) => defaultingVolume(volume, hasImages)),
  ];
}

function fillsHostPorts(profile: Profile): boolean {
  return (
    profile.enabled('HostPortsInTemplates') ||
    profile.enabled('DefaultHostNetworkHostPortsInPodTemplates')
  );
}

/** The old and the new name of the same field. */
function pairServiceAccount(spec: PodSpec): PodSpec {
  const name = spec.serviceAccountName || spec.serviceAccount;
  if (!name || (spec.serviceAccountName === name && spec.serviceAccount === name)) return spec;
  return { ...spec, serviceAccountName: name, serviceAccount: name };
}

const ofContainersOnPods = partsOf(defaultPort);
const ofContainersOnHost = partsOf(defaultHostPort);
const listsWithImages = listsByNetwork(true);
const listsWithoutImages = listsByNetwork(false);

/** Returns what is defaulted in the lists of a spec, by the network that its pods are on. */
function listsByNetwork(hasImages: boolean) {
  return {
    onPods: listsOf((container) => defaultingContainer(container, ofContainersOnPods), hasImages),
    onHost: listsOf((container) => defaultingContainer(container, ofContainersOnHost), hasImages),
  };
}

/** Returns what is defaulted in the parts of a container. */
function partsOf(portDefaults: Change<ContainerPort>): readonly Change<Container>[] {
  return [
    (container) => changingElements(container, 'ports', portDefaults),
    (container) => changingElements(container, 'env', defaultEnv),
    defaultProbes,
  ];
}

function defaultingContainer(
  container: Container,
  parts: readonly Change<Container>[],
): Container | Resumable<Container> {
  const isLatest = !container.imagePullPolicy && imageTag(container.image ?? '') === 'latest';
  const unset = isLatest ? ofUnsetLatest : ofUnsetContainers;
  return changing(fill(container, unset, ofAbsentContainers), parts);
}

function defaultProbes(container: Container): Container {
  let filled = changeField(container, 'livenessProbe', defaultProbe);
  filled = changeField(filled, 'readinessProbe', defaultProbe);
  filled = changeField(filled, 'startupProbe', defaultProbe);
  return changeField(filled, 'lifecycle', defaultLifecycle);
}

function defaultPort(port: ContainerPort): ContainerPort {
  return fillUnset(port, { protocol: 'TCP' });
}

/** With the host network, a container port can only be the same port of the node. */
function defaultHostPort(port: ContainerPort): ContainerPort {
  return fillUnset(port, { protocol: 'TCP', hostPort: port.containerPort });
}

function defaultEnv(variable: EnvVar): EnvVar {
  return changeField(variable, 'valueFrom', defaultFieldSources);
}

function defaultProbe(probe: Probe): Probe {
  const filled = fillUnset(probe, {
    timeoutSeconds: 1,
    periodSeconds: 10,
    successThreshold: 1,
    failureThreshold: 3,
  });
  const withHttp = changeField(filled, 'httpGet', defaultHttpGet);
  return changeField(withHttp, 'grpc', (action) => fillAbsent(action, { service: '' }));
}

function defaultLifecycle(lifecycle: Lifecycle): Lifecycle {
  const started = changeField(lifecycle, 'postStart', defaultHandler);
  return changeField(started, 'preStop', defaultHandler);
}

function defaultHandler(handler: LifecycleHandler): LifecycleHandler {
  return changeField(handler, 'httpGet', defaultHttpGet);
}

function defaultHttpGet(action: HTTPGetAction): HTTPGetAction {
  return fillUnset(action, { path: '/', scheme: 'HTTP' });
}
