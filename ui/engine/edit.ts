/** Edits of a scenario's text that keep the rest of it as it is written. */
import { parseAllDocuments, parseDocument, stringify } from 'yaml';
import { stepTime, type StepText } from '#scenario';

/** A step that was carried out, ms since the start. */
export interface DoneStep {
  readonly atMs: number;
  readonly step: StepText;
}

/** What was done as a scenario, for a cluster with these nodes. */
export function scenarioOf(done: readonly DoneStep[], nodes: readonly string[]): string {
  const cluster = { nodes: nodes.map((name) => ({ name })) };
  const steps = done.map(({ atMs, step }) => ({ at: stepTime(atMs), ...step }));
  return stringify({ cluster, steps }, { lineWidth: 120, aliasDuplicateObjects: false });
}

/**
 * The objects of a manifest, which may have several documents.
 * @throws {Error} for a text that cannot be read, or something else than objects
 */
export function objectsIn(text: string): readonly object[] {
  const objects = parseAllDocuments(text, { version: '1.1' }).flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw new Error(error.message);
    const value = document.toJS() as unknown;
    return value === null ? [] : [value];
  });
  for (const each of objects) {
    const { apiVersion, kind } = each as { readonly apiVersion?: unknown; readonly kind?: unknown };
    if (typeof apiVersion !== 'string' || typeof kind !== 'string') {
      throw new Error('expected objects with apiVersion and kind');
    }
  }
  if (objects.length === 0) throw new Error('expected an object');
  return objects as readonly object[];
}

/** What the server writes into each object. */
const written = ['uid', 'resourceVersion', 'generation', 'creationTimestamp', 'managedFields'];

/** The part of an object's YAML that people write. */
export function editable(yaml: string): string {
  const document = parseDocument(yaml, { version: '1.1' });
  document.delete('status');
  for (const field of written) document.deleteIn(['metadata', field]);
  return document.toString({ lineWidth: 120 });
}
