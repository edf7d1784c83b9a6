/** Which controller accounts for which field. */
import { bucketOf, type Kind } from '#kinds';
import { act, type Deletion, type Explainer } from '#runtime';
import type { Accountant } from './accountant.ts';
import { printPath, type Segment } from './path.ts';

/** An account for a field. */
export interface Ledger {
  /** Name of the controller. */
  readonly controller: string;
  /** Its actor. */
  readonly actor: string;
  readonly explainer: Explainer;
  /** The longest path that it declares. */
  readonly field: string;
  /** The rest of the requested path, below that field. */
  readonly within: readonly Segment[];
}

/** All accounts for a field of a kind. */
export function ledgersOf(
  kind: Kind,
  path: readonly Segment[],
  accountants: readonly Accountant[],
): readonly Ledger[] {
  return accountants.flatMap(({ controller, actor, explainers, deletion }) =>
    [...explainers, ...actsOf(kind, deletion)]
      .filter((each) => bucketOf(each.kind) === bucketOf(kind))
      .flatMap((explainer) => {
        const declared = declaredBy(explainer, path);
        return declared === undefined ? [] : [{ controller, actor, explainer, ...declared }];
      }),
  );
}

function actsOf(kind: Kind, deletion: Deletion | undefined): readonly Explainer[] {
  return deletion === undefined ? [] : [act(kind, { 'metadata.deletionTimestamp': deletion })];
}

function declaredBy(
  { fields }: Explainer,
  path: readonly Segment[],
): Pick<Ledger, 'field' | 'within'> | undefined {
  for (let length = path.length; length > 0; length--) {
    const field = printPath(path.slice(0, length));
    if (Object.hasOwn(fields, field)) return { field, within: path.slice(length) };
  }
  return undefined;
}
