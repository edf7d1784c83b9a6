/** The ReplicaSet that a Deployment makes for a template it has not had before. */
import { deployment as deploymentKind } from '#kinds';
import { serializeTemplate, templateHash, type NewObject } from '#values';
import type { Deployment, LabelSelector, PodTemplateSpec, ReplicaSet } from '#types';
import { controllerReference } from '#runtime';
import { nextRevision, withRevision, withSizes } from './annotations.ts';
import { HASH_LABEL, replicasOf, sum } from './replica-sets.ts';
import { newSetReplicas } from './rolling-update.ts';

/** Named after the Deployment and the hash of the template, which also distinguishes its pods. */
export function newReplicaSet(
  deployment: Deployment,
  oldSets: readonly ReplicaSet[],
): NewObject<ReplicaSet> {
  const { metadata, spec, status } = deployment;
  const hash = templateHash(serializeTemplate(spec.template), status.collisionCount);
  const template = labelled(spec.template, hash);
  const annotated = withRevision(deployment, nextRevision(oldSets));
  return {
    metadata: {
      name: `${metadata.name}-${hash}`,
      namespace: metadata.namespace,
      labels: template.metadata?.labels,
      annotations: withSizes(deployment, annotated),
      ownerReferences: [controllerReference(deploymentKind, deployment)],
    },
    spec: {
      replicas: newSetReplicas(deployment, 0, sum(oldSets, replicasOf)),
      selector: selecting(spec.selector, hash),
      template,
      ...(spec.minReadySeconds !== undefined && { minReadySeconds: spec.minReadySeconds }),
    },
  };
}

function labelled(template: PodTemplateSpec, hash: string): PodTemplateSpec {
  const labels = { ...template.metadata?.labels, [HASH_LABEL]: hash };
  return { ...template, metadata: { ...template.metadata, labels } };
}

function selecting(selector: LabelSelector, hash: string): LabelSelector {
  return { ...selector, matchLabels: { ...selector.matchLabels, [HASH_LABEL]: hash } };
}
