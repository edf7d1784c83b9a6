/** Workloads as a client sends them, and as they are shown with all defaults. */
import type { Kind } from '#kinds';
import type { KubeObject } from '#values';
import { container } from './samples.ts';

export const metadata = { name: 'subject', namespace: 'default' };
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } };
export const selector = { matchLabels: { a: 'b' } };

/** As a client hands it in; parts of the spec that are undefined are left out. */
export function of<T extends KubeObject>(kind: Kind<T>, spec: object = {}, rest: object = {}): T {
  const own = kind.kind === 'ReplicationController' ? { template } : { selector, template };
  const apiVersion = kind.group === '' ? 'v1' : `${kind.group}/v1`;
  return { apiVersion, kind: kind.kind, metadata, spec: { ...own, ...spec }, ...rest } as never;
}

export const inTemplate = (spec: object): object => ({
  template: { ...template, spec: { ...template.spec, ...spec } },
});
export const labelled = (labels: object): object => ({
  template: { ...template, metadata: { labels } },
});
export const mismatch = '`selector` does not match template `labels`';
export const at = 'spec.template.spec';
export const unlike = 'spec.template.metadata.labels: Invalid value';

const shownDefaults = {
  containers: [
    {
      ...container,
      imagePullPolicy: 'IfNotPresent',
      terminationMessagePath: '/dev/termination-log',
      terminationMessagePolicy: 'File',
      resources: {},
    },
  ],
  restartPolicy: 'Always',
  dnsPolicy: 'ClusterFirst',
  schedulerName: 'default-scheduler',
  terminationGracePeriodSeconds: 30,
  securityContext: {},
};
export const shownTemplate = {
  metadata: { creationTimestamp: null, labels: { a: 'b' } },
  spec: shownDefaults,
};
