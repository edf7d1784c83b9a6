/** Which updates of a pod can break a standard. */
import type { Profile } from '#kinds';
import type { Container, Pod } from '#types';

const ofPod = 'seccomp.security.alpha.kubernetes.io/pod';
const ofContainer = 'container.seccomp.security.alpha.kubernetes.io/';

/** Tells whether an update changes what standards are about: images, and containers that are new. */
export function isSignificant(pod: Pod, old: Pod, profile: Profile): boolean {
  const says = (name: string): boolean => annotation(pod, name) !== annotation(old, name);
  if (profile.enabled('SeccompAnnotationsOfPodsMatter') && says(ofPod)) return true;
  const seesContainers = profile.enabled('SeccompAnnotationsOfContainersMatter');
  const differs = (container: Image, before: Image | undefined): boolean =>
    container.image !== before?.image || (seesContainers && says(ofContainer + container.name));
  const { containers, initContainers = [], ephemeralContainers = [] } = pod.spec;
  const { initContainers: oldInit = [], ephemeralContainers: oldEphemeral = [] } = old.spec;
  return (
    containers.length !== old.spec.containers.length ||
    initContainers.length !== oldInit.length ||
    containers.some((each, at) => differs(each, old.spec.containers[at])) ||
    initContainers.some((each, at) => differs(each, oldInit[at])) ||
    ephemeralContainers.some((each) => {
      const before = oldEphemeral.find(({ name }) => name === each.name);
      return before === undefined || differs(each, before);
    })
  );
}

type Image = Pick<Container, 'name' | 'image'>;

function annotation({ metadata }: Pod, name: string): string {
  return metadata.annotations?.[name] ?? '';
}
