/** Conditions that end a request of a pod. */
export const decisions: readonly string[] = ['Issued', 'Denied', 'Failed'];
