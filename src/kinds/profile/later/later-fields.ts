/** Fields that types of v1.24 have only in later minors: what a manifest of a newer cluster may have. */

export interface LaterField {
  /** The first minor that has it: 25 for 1.25. */
  readonly since: number;
  /** The minor in which it is stable. Absent: it is in none so far, or nothing is known. */
  readonly stable?: number;
  /** The last minor that has it. Absent: it is still there. */
  readonly until?: number;
}

/** @param definition the published name of the type, such as `io.k8s.api.batch.v1.JobSpec` */
export async function laterField(
  definition: string,
  field: string,
): Promise<LaterField | undefined> {
  // Only who meets an unknown field needs the table.
  const { laterFieldsTable } = await import('./table.ts');
  const begin = laterFieldsTable.indexOf(`\n${definition.replace(/^io\.k8s\./, '')} `);
  if (begin < 0) return undefined;
  const line = laterFieldsTable.slice(begin + 1, laterFieldsTable.indexOf('\n', begin + 1));
  const word = line.split(' ').find((each) => each.startsWith(`${field}:`));
  if (word === undefined) return undefined;
  const [, since, stable, until] = word.split(':').map(Number);
  return { since: since!, ...(stable && { stable }), ...(until && { until }) };
}

/** `is of Kubernetes 1.25 and later (stable in 1.31)` */
export function laterFieldText({ since, stable, until }: LaterField): string {
  const to = until === undefined ? ' and later' : until === since ? ' only' : ` to 1.${until}`;
  const from = stable === undefined || stable === since ? '' : ` (stable in 1.${stable})`;
  return `is of Kubernetes 1.${since}${to}${from}`;
}
