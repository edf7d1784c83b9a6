import { applyJsonPatch, decodeJsonPatch, type JsonPatch } from '../../src/api/patch/json-patch.ts';
import type { Container } from '../../src/api/patch/json-draft.ts';
import { expectSame, outcomeIn, type Runner } from './runner.ts';

interface JsonPatchCase {
  readonly doc: Container;
  readonly patch: string;
}

/** json-patch.json: RFC 6902 patches as request bodies. */
export const runJsonPatch: Runner = (testCase) => {
  const outcome = outcomeOf(testCase as unknown as JsonPatchCase);
  return expectSame('outcome', outcome, outcomeIn(testCase, 'doc', 'patch'));
};

function outcomeOf({ doc, patch }: JsonPatchCase): object {
  let operations: JsonPatch;
  try {
    operations = decodeJsonPatch(patch);
  } catch (error) {
    return { errorStage: 'decode', error: (error as Error).message };
  }
  try {
    return { result: applyJsonPatch(doc, operations) };
  } catch (error) {
    return { errorStage: 'apply', error: (error as Error).message };
  }
}
