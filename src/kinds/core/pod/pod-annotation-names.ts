/** Annotations of pods that have a meaning for the cluster, as far as others than their checks know them. */

/** Marks the object of a pod that a node runs by itself. */
export const mirrorAnnotation = 'kubernetes.io/config.mirror';
/** Of the profiles of containers by name: the form before there were fields. */
export const appArmorPrefix = 'container.apparmor.security.beta.kubernetes.io/';
/**
 * The profile of the whole pod, and those of its containers by name: the form before there were
 * fields.
 */
export const podSeccomp = 'seccomp.security.alpha.kubernetes.io/pod';
export const containerSeccompPrefix = 'container.seccomp.security.alpha.kubernetes.io/';
