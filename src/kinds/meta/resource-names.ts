import { checkQualifiedName } from './names.ts';

/** In front of the names that quotas have for what is requested. */
export const requestsPrefix = 'requests.';

/** Whether Kubernetes itself gives the name its meaning: one without a domain, or of its own domain. */
export function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/**
 * Whether it is a resource of somebody else's domain, such as `example.com/gpu`, by a name that
 * quotas can put `requests.` in front of.
 */
export function isExtendedResource(name: string): boolean {
  if (isNativeResource(name) || name.startsWith(requestsPrefix)) return false;
  return checkQualifiedName(requestsPrefix + name).length === 0;
}

/** Whether more of it can be promised than there is; devices and huge pages cannot be. */
export function canBeOvercommitted(name: string): boolean {
  return isNativeResource(name) && !name.startsWith('hugepages-');
}
