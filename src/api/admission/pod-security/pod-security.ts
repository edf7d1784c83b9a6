import { namespace as namespaceKind, pod as podKind, resourceOf, withCode } from '#kinds';
import type { AdmissionAccess } from '../access.ts';
import type { AdmissionPlugin } from '../plugin.ts';
import { asksForStandard } from './labels.ts';
import { standards } from './late.ts';

const namespaces = resourceOf(namespaceKind);
const pods = resourceOf(podKind);

/** What has a template of pods: it is only warned about. */
const workloads: ReadonlySet<string> = new Set([
  ...['replicationcontrollers', 'podtemplates', 'cronjobs.batch', 'jobs.batch'],
  ...['daemonsets.apps', 'deployments.apps', 'replicasets.apps', 'statefulsets.apps'],
]);

/**
 * PodSecurity: a namespace may ask by labels for pods that keep to a standard. Others are refused there, or warned
 * about. There are no exemptions, and namespaces without such labels ask for nothing, as without a configuration of the plugin.
 */
export const podSecurity: AdmissionPlugin = {
  name: 'PodSecurity',

  handles(kind, operation, subresource) {
    if (operation !== 'CREATE' && operation !== 'UPDATE') return false;
    const resource = resourceOf(kind);
    if (resource === pods && subresource === 'ephemeralcontainers') return true;
    const isMeant = resource === pods || resource === namespaces || workloads.has(resource);
    return isMeant && subresource === undefined;
  },

  isIdle(_kind, _operation, _subresource, access, namespace) {
    if (!access.rules.enabled('PodSecurity')) return true;
    return namespace !== undefined && labelsOf(namespace, access) === undefined;
  },

  validate(object, old, request, access) {
    if (!access.rules.enabled('PodSecurity')) return undefined;
    const { kind, context, namespace } = request;
    const resource = resourceOf(kind);
    if (resource === namespaces) {
      if (!asksForStandard(object.metadata.labels)) return undefined;
      return withCode(standards, (code) => code.judgeNamespace(object, old, request, access));
    }
    const labels = labelsOf(namespace!, access);
    // Who hears no warnings gets none of what only warns.
    if (labels === undefined || (resource !== pods && context.warn === undefined)) return undefined;
    return withCode(standards, (code) =>
      resource === pods
        ? code.judgePod(object, old, labels, request, access)
        : code.judgeWorkload(object, labels, request, access),
    );
  },
};

/** Returns the labels of a namespace; undefined where they ask for nothing. */
function labelsOf(
  name: string,
  { store }: AdmissionAccess,
): Readonly<Record<string, string>> | undefined {
  const labels = store.peek(namespaces, name)?.metadata.labels;
  return asksForStandard(labels) ? labels : undefined;
}
