/** What is checked: a pod, or a template of pods. */
import type { Profile } from '#kinds';
import type { Container, EphemeralContainer, ObjectMeta, PodSpec, SecurityContext } from '#types';

export interface Subject {
  readonly metadata?: Pick<ObjectMeta, 'annotations'>;
  readonly spec: PodSpec;
}

/** How a pod breaks a rule. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

/** Finds how a pod breaks a rule, on a server of a release; undefined where it does not. */
export type Find = (subject: Subject, profile: Profile) => Violation | undefined;

export type AnyContainer = Container | EphemeralContainer;

/** Returns the containers of all sorts. */
export function containersOf({ spec }: Subject): readonly AnyContainer[] {
  const { initContainers = [], containers = [], ephemeralContainers = [] } = spec;
  return [...initContainers, ...containers, ...ephemeralContainers];
}

/** Returns the names of the containers of which something is so. */
export function namesWhere(
  subject: Subject,
  isSo: (security: SecurityContext, container: AnyContainer) => boolean,
): readonly string[] {
  return containersOf(subject)
    .filter((container) => isSo(container.securityContext ?? {}, container))
    .map(({ name }) => name);
}
