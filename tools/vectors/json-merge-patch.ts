import { applyMergePatch } from '../../src/api/patch/merge.ts';
import { expectSame, outcomeIn, type Runner } from './runner.ts';

interface MergePatchCase {
  readonly doc: unknown;
  readonly patch: string;
}

/** json-merge-patch.json: RFC 7386 patches as request bodies. */
export const runJsonMergePatch: Runner = (testCase) => {
  const outcome = outcomeOf(testCase as unknown as MergePatchCase);
  return expectSame('outcome', outcome, outcomeIn(testCase, 'doc', 'patch'));
};

function outcomeOf({ doc, patch }: MergePatchCase): object {
  try {
    return { result: applyMergePatch(doc, decode(patch)) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

function decode(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('Invalid JSON Patch');
  }
}
