/** How attachers mark what they look after. */

/** How long it takes to attach or detach a volume, ms. */
export const dueAfter = 1000;

/** The finalizer of the driver's attacher, on volumes and attachments. */
export function finalizerOf(driver: string): string {
  return `external-attacher/${driver.replaceAll(/[^a-zA-Z0-9-]/g, '-')}`;
}

export function hasFinalizer(
  { metadata }: { readonly metadata: { readonly finalizers?: readonly string[] } },
  finalizer: string,
): boolean {
  return metadata.finalizers?.includes(finalizer) === true;
}
