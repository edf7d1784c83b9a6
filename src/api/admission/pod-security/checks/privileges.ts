/** Rules about what containers may do on their machine. */
import { containersOf, namesWhere, type Find } from '../subject.ts';
import { named, quoted, settersOf, sorted } from '../words.ts';

export const privileged: Find = (subject) => {
  const names = namesWhere(subject, (security) => security.privileged === true);
  if (names.length === 0) return undefined;
  const detail = `${named('container', names)} must not set securityContext.privileged=true`;
  return { reason: 'privileged', detail };
};

export const procMount: Find = (subject) => {
  const isBad = (mount: string | undefined): boolean => mount != null && mount !== 'Default';
  const names = namesWhere(subject, (security) => isBad(security.procMount));
  if (names.length === 0) return undefined;
  const mounts = containersOf(subject).map(({ securityContext }) => securityContext?.procMount);
  const values = quoted(sorted(mounts.filter(isBad).map(String)));
  const detail = `${named('container', names)} must not set securityContext.procMount to ${values}`;
  return { reason: 'procMount', detail };
};

export const windowsHostProcess: Find = (subject) => {
  const isOfPod = subject.spec.securityContext?.windowsOptions?.hostProcess === true;
  const names = namesWhere(subject, ({ windowsOptions }) => windowsOptions?.hostProcess === true);
  const setters = settersOf(isOfPod, names);
  if (setters === '') return undefined;
  const detail = `${setters} must not set securityContext.windowsOptions.hostProcess=true`;
  return { reason: 'hostProcess', detail };
};

export const escalation: Find = (subject) => {
  const names = namesWhere(subject, (security) => security.allowPrivilegeEscalation !== false);
  if (names.length === 0) return undefined;
  const field = 'securityContext.allowPrivilegeEscalation';
  const detail = `${named('container', names)} must set ${field}=false`;
  return { reason: 'allowPrivilegeEscalation != false', detail };
};
