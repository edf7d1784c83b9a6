/** The versions of groups that API servers know, whether they serve them or not: options of requests are registered in each. */
import { hasMinor } from '#kinds';
import type { About } from './operation.ts';
import type { GroupAndVersion } from './group-version.ts';

/** A line a group; `@` names the minor releases that know a version. */
const table = `
 v1
admission.k8s.io v1 v1beta1
admissionregistration.k8s.io v1 v1alpha1@26- v1beta1
apiextensions.k8s.io v1 v1beta1
apiregistration.k8s.io v1 v1beta1
apps v1 v1beta1 v1beta2
authentication.k8s.io v1 v1alpha1@26- v1beta1
authorization.k8s.io v1 v1beta1
autoscaling v1 v2 v2beta1@24-35 v2beta2@24-35
batch v1 v1beta1
certificates.k8s.io v1 v1alpha1@27- v1beta1
coordination.k8s.io v1 v1alpha1@31 v1alpha2@32- v1beta1
discovery.k8s.io v1 v1beta1
events.k8s.io v1 v1beta1
extensions v1beta1
flowcontrol.apiserver.k8s.io v1@29- v1alpha1@24-28 v1beta1 v1beta2 v1beta3@26-
imagepolicy.k8s.io v1alpha1
internal.apiserver.k8s.io v1alpha1
lifecycle.k8s.io v1alpha1@37-
networking.k8s.io v1 v1alpha1@25-33 v1beta1
node.k8s.io v1 v1alpha1 v1beta1
policy v1 v1beta1
rbac.authorization.k8s.io v1 v1alpha1 v1beta1
resource.k8s.io v1@34- v1alpha1@26 v1alpha2@27-30 v1alpha3@31- v1beta1@32- v1beta2@33-
scheduling.k8s.io v1 v1alpha1@24-35 v1alpha2@36 v1alpha3@37- v1beta1
storage.k8s.io v1 v1alpha1 v1beta1
storagemigration.k8s.io v1@37- v1alpha1@30-34 v1beta1@35-
`;

/** Groups of which the servers of custom resources know nothing. */
const unknownToCustom: readonly string[] = [
  ...['admission.k8s.io', 'apiextensions.k8s.io', 'apiregistration.k8s.io', 'imagepolicy.k8s.io'],
];

/** Returns those that a document names, in the order of their names. */
export function registeredVersions({ isCustom, only, profile }: About): readonly GroupAndVersion[] {
  const { enabled, minor } = profile;
  if (only !== undefined && !isCustom && enabled('OptionsOfOneGroupInOpenApi3')) {
    return only.group === '' ? [core] : [core, only];
  }
  const all = versionsIn(minor);
  return isCustom ? all.filter(({ group }) => !unknownToCustom.includes(group)) : all;
}

const core: GroupAndVersion = { group: '', version: 'v1' };

function versionsIn(minor: number): readonly GroupAndVersion[] {
  return table
    .split('\n')
    .slice(1, -1)
    .flatMap((line) => {
      const [group, ...versions] = line.split(' ');
      return versions
        .map((each) => each.split('@'))
        .filter(([, range]) => range === undefined || hasMinor(range, minor))
        .map(([version]) => ({ group: group!, version: version! }));
    });
}
