/** The pod that a DaemonSet creates for a node. */
import type { Affinity, DaemonSet, NodeSelectorTerm, PodTemplateSpec } from '#types';
import { daemonTolerations } from './eligibility.ts';
import { GENERATION_LABEL, HASH_LABEL, templateGeneration } from './pods.ts';

/**
 * Makes templates for one pass: labels and tolerations are worked out once and shared by all
 * pods, only the node differs.
 */
export function podTemplates(set: DaemonSet, hash: string): (node: string) => PodTemplateSpec {
  const { template } = set.spec;
  const generation = templateGeneration(set);
  const metadata = {
    ...template.metadata,
    labels: {
      ...template.metadata?.labels,
      ...(generation === undefined ? {} : { [GENERATION_LABEL]: generation }),
      [HASH_LABEL]: hash,
    },
  };
  const tolerations = daemonTolerations(template.spec);
  return (node) => ({
    metadata,
    spec: {
      ...template.spec,
      tolerations,
      affinity: withNodeAffinity(template.spec.affinity, node),
    },
  });
}

/** Required node affinity is replaced by one term that names the node; the rest stays. */
function withNodeAffinity(affinity: Affinity | undefined, node: string): Affinity {
  const term: NodeSelectorTerm = {
    matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }],
  };
  return {
    ...affinity,
    nodeAffinity: {
      ...affinity?.nodeAffinity,
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] },
    },
  };
}
