/** The pod that a workload's controller would create. */
import type { KubeObject } from '#values';

/** A pod as it would be created, and where its template is. */
export interface TemplatePod {
  readonly body: object;
  readonly path: string;
}

interface Template {
  readonly metadata?: { readonly labels?: object; readonly annotations?: object };
  readonly spec: { readonly volumes?: readonly object[] };
}

/** The claims of a StatefulSet, which become volumes of its pods. */
interface Claim {
  readonly metadata: { readonly name: string };
}

interface Workload {
  readonly template?: Template;
  readonly jobTemplate?: { readonly spec?: { readonly template?: Template } };
  readonly volumeClaimTemplates?: readonly Claim[];
}

const WORKLOADS = new Set([
  'CronJob',
  'DaemonSet',
  'Deployment',
  'Job',
  'ReplicaSet',
  'ReplicationController',
  'StatefulSet',
]);

/** Returns undefined for an object that makes no pods. */
export function templatePod(object: KubeObject): TemplatePod | undefined {
  if (!WORKLOADS.has(object.kind)) return undefined;
  const {
    template,
    jobTemplate,
    volumeClaimTemplates = [],
  } = (object as unknown as { readonly spec: Workload }).spec;
  const found = template ?? jobTemplate?.spec?.template;
  if (found === undefined) return undefined;
  const { name, namespace } = object.metadata;
  const claimed = volumeClaimTemplates.map(({ metadata }) => ({
    name: metadata.name,
    persistentVolumeClaim: { claimName: `${metadata.name}-${name}-0` },
  }));
  const volumes = [...(found.spec.volumes ?? []), ...claimed];
  const { labels, annotations } = found.metadata ?? {};
  return {
    path: template === undefined ? 'spec.jobTemplate.spec.template' : 'spec.template',
    body: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        generateName: `${name}-`,
        namespace,
        ...(labels && { labels }),
        ...(annotations && { annotations }),
      },
      spec: { ...found.spec, ...(volumes.length > 0 && { volumes }) },
    },
  };
}
