/** `/scale` of custom resources: the definition says where the numbers are. */
import {
  badRequest,
  internalError,
  serverError,
  invalid,
  type FieldErrors,
  type KubeObject,
  quote,
} from '#values';
import { type Subresource, type ScaleState, type Scaling, scalePart } from '#kinds';
import type { CustomResourceSubresourceScale } from '#types';
import { ageColumn, columnsFor } from './columns.ts';
import { integerAt, textAt, withValueAt } from './nested.ts';

const mostReplicas = 2 ** 31 - 1;

/** Stands for no number in the scale that a write changes: the least 32-bit integer. */
const noReplicas = -(2 ** 31);

/** The same for all: paths into the scale, which leaves out a wanted number of 0. */
const columns = columnsFor([
  {
    name: 'Desired',
    type: 'integer',
    description: 'Pods that there should be.',
    jsonPath: '.spec.replicas',
  },
  {
    name: 'Available',
    type: 'integer',
    description: 'Pods that there are.',
    jsonPath: '.status.replicas',
  },
  ageColumn,
]);

export function scaleSubresource(paths: CustomResourceSubresourceScale): Subresource {
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = paths;
  const field = quote(specReplicasPath);
  const stateOf = (object: KubeObject, none: () => number): ScaleState =>
    reading(() => {
      const replicas = integerAt(object, specReplicasPath) ?? none();
      const statusReplicas = integerAt(object, statusReplicasPath) ?? 0;
      const selector = labelSelectorPath ? (textAt(object, labelSelectorPath) ?? '') : '';
      return { replicas, statusReplicas, selector };
    });
  const scaling: Scaling = {
    get: (object) =>
      stateOf(object, () => {
        throw internalError(`the spec replicas field ${field} does not exist`);
      }),
    start: (object) => stateOf(object, () => noReplicas),
    set: (object, replicas) => {
      if (replicas === noReplicas) {
        throw badRequest(`the spec replicas field ${field} cannot be empty`);
      }
      if (reading(() => integerAt(object, specReplicasPath)) === replicas) return object;
      return reading(() => withValueAt(object, specReplicasPath, replicas));
    },
  };
  return scalePart(scaling, columns);
}

/** @throws {ApiError} 500 */
function reading<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && error.constructor === Error) throw serverError(error.message);
    throw error;
  }
}

/** The wanted number, which writes of the whole object check. */
export function checkScaleSpec(
  errors: FieldErrors,
  object: KubeObject,
  { specReplicasPath }: CustomResourceSubresourceScale,
): void {
  checkNumber(errors, object, specReplicasPath);
}

/** The number that there is and the selector, which every write checks. */
export function checkScaleStatus(
  errors: FieldErrors,
  object: KubeObject,
  { statusReplicasPath, labelSelectorPath }: CustomResourceSubresourceScale,
): void {
  checkNumber(errors, object, statusReplicasPath);
  if (!labelSelectorPath) return;
  try {
    textAt(object, labelSelectorPath);
  } catch (error) {
    errors.push(invalid(labelSelectorPath, '""', (error as Error).message));
  }
}

function checkNumber(errors: FieldErrors, object: KubeObject, path: string): void {
  try {
    const replicas = integerAt(object, path) ?? 0;
    const why = problemOf(replicas);
    if (why !== undefined) errors.push(invalid(path, String(replicas), why));
  } catch (error) {
    errors.push(invalid(path, '0', (error as Error).message));
  }
}

function problemOf(replicas: number): string | undefined {
  if (replicas < 0) return 'should be a non-negative integer';
  if (replicas > mostReplicas) return `should be less than or equal to ${mostReplicas}`;
  return undefined;
}
