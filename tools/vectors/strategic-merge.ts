import type { JsonObject } from '../../src/api/patch/merge-draft.ts';
import { strategicMerge } from '../../src/api/patch/strategic.ts';
import { KindRegistry } from '../../src/catalog/registry.ts';
import { defaultProfile } from '../../src/kinds/profile/profile.ts';
import type { StructSchema } from '../../src/schema/schema.ts';
import { expectSame, outcomeIn, type Runner } from './runner.ts';

interface StrategicMergeCase {
  readonly kind: string;
  readonly original: JsonObject;
  readonly patch: JsonObject;
}

/** The API that a kind is of, where that is not the preferred one. */
const modules: Readonly<Record<string, string>> = { HorizontalPodAutoscaler: 'autoscaling/v1' };

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
  if (module !== undefined) return defaultProfile.schemas.of(module, kind);
  const found = new KindRegistry(defaultProfile).all.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`no kind ${kind}`);
  return found.schema;
}
