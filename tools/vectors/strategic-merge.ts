import type { JsonObject } from '../../src/api/patch/merge-draft.ts';
import { strategicMerge } from '../../src/api/patch/strategic.ts';
import { schemas, type StructSchema } from '../../src/kinds/schema/index.ts';
import { expectSame, outcomeIn, type Runner } from './runner.ts';

interface StrategicMergeCase {
  readonly kind: string;
  readonly original: JsonObject;
  readonly patch: JsonObject;
}

/** The API that each recorded kind is of; the HorizontalPodAutoscaler is that of autoscaling/v1. */
const modules: Readonly<Record<string, string>> = {
  CronJob: 'batch/v1',
  DaemonSet: 'apps/v1',
  Deployment: 'apps/v1',
  Endpoints: 'core/v1',
  HorizontalPodAutoscaler: 'autoscaling/v1',
  Node: 'core/v1',
  Pod: 'core/v1',
  ResourceQuota: 'core/v1',
  RuntimeClass: 'node/v1',
  Service: 'core/v1',
};

/** strategic-merge.json: merging by the rules of typed objects, with directives. */
export const runStrategicMerge: Runner = (testCase) => {
  const outcome = outcomeOf(testCase as unknown as StrategicMergeCase);
  return expectSame('outcome', outcome, outcomeIn(testCase, 'kind', 'original', 'patch'));
};

function outcomeOf({ kind, original, patch }: StrategicMergeCase): object {
  const schema = schemaOf(kind);
  try {
    return { merged: strategicMerge(original, patch, schema) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

function schemaOf(kind: string): StructSchema {
  const module = modules[kind];
  if (module === undefined) throw new Error(`kind ${kind} is not among those recorded so far`);
  return schemas.of(module, kind);
}
