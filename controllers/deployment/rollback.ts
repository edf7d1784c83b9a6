/**
 * Rolling back by the annotation `deprecated.deployment.rollback.to`, which names a revision (0:
 * the one before): its template is brought back, and the annotation goes. Mirrors rollback of
 * v1.24.
 */
import { deployment as deploymentKind } from '#kinds';
import { omitFields } from '#values';
import type { Deployment, ReplicaSet } from '#types';
import { ROLLBACK_TO, lastRevision, revisionOf, withAnnotationsBack } from './annotations.ts';
import type { Pass } from './pass.ts';
import { allSets, hasTemplate, HASH_LABEL, type Rollout } from './replica-sets.ts';

/**
 * Rolls back, or says why not. Nothing else is done in this reconcile; the write triggers the next
 * one.
 */
export async function rollBack(
  pass: Pass,
  deployment: Deployment,
  rollout: Rollout,
  desired: bigint,
): Promise<void> {
  const { client, events } = pass;
  const sets = allSets(rollout);
  const revision = desired === 0n ? lastRevision(sets) : desired;
  const warn = (reason: string, message: string): void =>
    events.event(deployment, 'Warning', reason, message);
  const target = sets.find((set) => revisionOf(set) === revision);
  let next = deployment;
  let done: string | undefined;
  if (revision === 0n) {
    warn('DeploymentRollbackRevisionNotFound', 'Unable to find last revision.');
  } else if (target === undefined) {
    warn('DeploymentRollbackRevisionNotFound', 'Unable to find the revision to rollback to.');
  } else if (hasTemplate(target, deployment.spec.template)) {
    const { name } = deployment.metadata;
    const text = `The rollback revision contains the same template as current deployment "${name}"`;
    warn('DeploymentRollbackTemplateUnchanged', text);
  } else {
    next = withTemplateOf(deployment, target);
    done = `Rolled back deployment "${deployment.metadata.name}" to revision ${String(revision)}`;
  }
  await client.update(deploymentKind, withoutRequest(next));
  if (done !== undefined) events.event(deployment, 'Normal', 'DeploymentRollback', done);
}

/** With the template of a set, and the annotations that the Deployment had when the set was new. */
function withTemplateOf(deployment: Deployment, set: ReplicaSet): Deployment {
  const template = set.spec.template!;
  const labels = omitFields(template.metadata?.labels ?? {}, [HASH_LABEL]);
  const metadata = { ...template.metadata, labels };
  return {
    ...deployment,
    metadata: { ...deployment.metadata, annotations: withAnnotationsBack(deployment, set) },
    spec: { ...deployment.spec, template: { ...template, metadata } },
  };
}

function withoutRequest(deployment: Deployment): Deployment {
  const annotations = omitFields(deployment.metadata.annotations ?? {}, [ROLLBACK_TO]);
  return { ...deployment, metadata: { ...deployment.metadata, annotations } };
}
