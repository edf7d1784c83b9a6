/** Whether a workload selects the pods that it makes. */
import { selectLabels, selectorOf, type Labels } from '#values';
import { isMap, type Node } from '../source/node.ts';
import type { PlacedManifest } from './manifest-files.ts';

/** The part of a workload that is about labels. */
interface Workload {
  readonly selector?: Readonly<Record<string, unknown>>;
  readonly template?: { readonly metadata?: { readonly labels?: Labels } };
}

/** Notes a warning when a workload's selector does not match its own template: the API rejects that. */
export function checkSelector({ manifest, node, checker }: PlacedManifest): void {
  const { spec } = manifest as unknown as { readonly spec?: Workload | null };
  if (spec?.selector == null || spec.template == null) return;
  const selector = readSelector(manifest.kind, spec.selector);
  if (selector === undefined || selector.matches(spec.template.metadata?.labels)) return;
  checker.warning(
    placeOf(node, 'spec', 'selector'),
    `the selector of ${manifest.kind} "${String(manifest.metadata?.name)}" does not match the labels of its template`,
  );
}

/** Returns undefined for an invalid selector, which is reported elsewhere. */
function readSelector(kind: string, selector: Readonly<Record<string, unknown>>) {
  try {
    return kind === 'ReplicationController'
      ? selectLabels(selector as Labels)
      : selectorOf(selector);
  } catch {
    return undefined;
  }
}

/** Returns the node at a path below another one, or the last node on the path that exists. */
function placeOf(node: Node, ...path: readonly string[]): Node {
  const [name, ...rest] = path;
  const next = name !== undefined && isMap(node) ? node.get(name) : undefined;
  return next === undefined ? node : placeOf(next, ...rest);
}
