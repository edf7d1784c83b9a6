/**
 * Behaviours that changed in a release without a feature gate: names that code asks a profile for, as
 * it does for gates. A line says since which minor release of Kubernetes 1 each is so, and until which.
 */
export const behaviours = {} as const satisfies Readonly<Record<string, Behaviour>>;

/** Minor releases of Kubernetes 1, both included. */
export interface Behaviour {
  readonly since: number;
  readonly until?: number;
}
