/** Checks of runtime classes. */
import { deepEqual } from '../meta/equal.ts';
import { duplicate, invalidFor, show, type FieldError } from '../meta/field-errors.ts';
import { checkDns1123Label } from '../meta/names.ts';
import { validateLabels } from '../meta/validate-labels.ts';
import type { RuntimeClass, Toleration } from '../types/index.ts';
import { validateRequirements } from './resources.ts';
import { showToleration, validateTolerations } from './tolerations.ts';

/** The paths are those of v1.24: overhead is checked as if it were limits, tolerations as if of a pod. */
export function* validateRuntimeClass({
  handler = '',
  overhead,
  scheduling,
}: RuntimeClass): Iterable<FieldError> {
  yield* invalidFor('handler', show(handler), checkDns1123Label(handler));
  if (overhead != null) yield* validateRequirements({ limits: overhead.podFixed }, 'overhead');
  if (scheduling == null) return;
  yield* validateLabels(scheduling.nodeSelector, 'scheduling.nodeSelector');
  yield* validateTolerations(scheduling.tolerations, 'scheduling.tolerations.tolerations');
  yield* validateUnique(scheduling.tolerations ?? [], 'scheduling.tolerations');
}

function* validateUnique(tolerations: readonly Toleration[], field: string): Iterable<FieldError> {
  for (const [index, toleration] of tolerations.entries()) {
    const isRepeated = tolerations.slice(0, index).some((other) => deepEqual(other, toleration));
    if (isRepeated) yield duplicate(`${field}[${index}]`, showToleration(toleration));
  }
}
