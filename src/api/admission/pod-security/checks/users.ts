/** Rules about the user that containers run as. */
import { namesWhere, type Find } from '../subject.ts';
import { named, settersOf } from '../words.ts';

/** Containers must say that they do not run as root. */
export const rootAllowed: Find = (subject) => {
  const reason = 'runAsNonRoot != true';
  const field = 'securityContext.runAsNonRoot';
  const ofPod = subject.spec.securityContext?.runAsNonRoot;
  const asRoot = namesWhere(subject, (security) => security.runAsNonRoot === false);
  const setters = settersOf(ofPod === false, asRoot);
  if (setters !== '') return { reason, detail: `${setters} must not set ${field}=false` };
  if (ofPod === true) return undefined;
  const names = namesWhere(subject, (security) => security.runAsNonRoot == null);
  if (names.length === 0) return undefined;
  return { reason, detail: `pod or ${named('container', names)} must set ${field}=true` };
};

export const runAsRootUser: Find = (subject) => {
  const names = namesWhere(subject, (security) => security.runAsUser === 0);
  const setters = settersOf(subject.spec.securityContext?.runAsUser === 0, names);
  if (setters === '') return undefined;
  return { reason: 'runAsUser=0', detail: `${setters} must not set runAsUser=0` };
};
