import {
  fnv1a32,
  revisionData,
  safeEncode,
  templateHash,
} from '../../src/values/objects/template-hash.ts';
import { expectSame, firstMismatch, type Runner, type VectorFile } from './runner.ts';

type RevisionCase =
  | { readonly op: 'safe-encode'; readonly in: string; readonly out: string }
  | {
      readonly op: 'hash';
      readonly template: object;
      readonly collisionCount?: number;
      readonly serialized: string;
      readonly fnv32a?: number;
      readonly hash: string;
      readonly revisionData?: string;
    };

/**
 * controller-revision.json: hashes of pod templates, and the data of revisions. The text that
 * Kubernetes hashes, a dump of its Go types, is taken from the record.
 */
export const controllerRevision: VectorFile = {
  run: ((testCase) => {
    const recorded = testCase as unknown as RevisionCase;
    if (recorded.op === 'safe-encode') {
      return expectSame('out', safeEncode(recorded.in), recorded.out);
    }
    const { template, collisionCount, serialized, fnv32a, hash, revisionData: data } = recorded;
    return firstMismatch(
      fnv32a === undefined ? undefined : expectSame('fnv32a', fnv1a32(serialized), fnv32a),
      expectSame('hash', templateHash(serialized, collisionCount), hash),
      data === undefined ? undefined : expectSame('revisionData', revisionData(template), data),
    );
  }) satisfies Runner,
  note: (cases) => {
    const hashed = cases.filter((testCase) => testCase?.['op'] === 'hash').length;
    return `${hashed} hashes answered from the recorded \`serialized\` text`;
  },
};
