import { checkQualifiedName } from './names.ts';

/** The prefix of quota names for what is requested. */
export const requestsPrefix = 'requests.';

/** Whether Kubernetes itself defines the name: one without a domain, or in its own domain. */
export function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/**
 * Whether it is a resource in a domain other than that of Kubernetes, such as `example.com/gpu`,
 * with a name to which quotas can add the prefix `requests.`.
 */
export function isExtendedResource(name: string): boolean {
  if (isNativeResource(name) || name.startsWith(requestsPrefix)) return false;
  return checkQualifiedName(requestsPrefix + name).length === 0;
}

/** Whether it can be overcommitted; devices and huge pages cannot. */
export function canBeOvercommitted(name: string): boolean {
  return isNativeResource(name) && !name.startsWith('hugepages-');
}
