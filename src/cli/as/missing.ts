/** What a pod needs and is missing. */

/** An object that volumes or variables need, or a key of it, is missing. */
export class Missing extends Error {
  /** As a kubelet words it. */
  readonly asKubelet: string;

  constructor(message: string, asKubelet: string) {
    super(message);
    this.asKubelet = asKubelet;
  }
}

/** Returns that there is no such object. */
export function missingObject(kind: 'Secret' | 'ConfigMap', name: string): Missing {
  return new Missing(`${kind} ${name} not found`, `${kind.toLowerCase()} "${name}" not found`);
}
