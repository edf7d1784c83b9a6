import type { Container } from '#types';

/**
 * Returns whether an init container is a sidecar: it keeps running beside the others, which do not
 * wait for its end.
 */
export function isSidecar(container: Pick<Container, 'restartPolicy'> | undefined): boolean {
  return container?.restartPolicy === 'Always';
}
