/** Why a field has its value. A page loads this when the question is first asked. */
import { accountants } from '#controllers';
import { featureGates, type KindRegistry } from '#kinds';
import { explain, type Explanation, type RunLog } from '#record';
import type { ObjectName } from './object.ts';

/** @throws {QuestionError} */
export function explanationOf(
  { past, head, faults }: RunLog,
  kinds: KindRegistry,
  { kind, key }: ObjectName,
  field: string,
  revision: number,
): Explanation {
  const slash = key.indexOf('/');
  const namespace = slash < 0 ? 'default' : key.slice(0, slash);
  return explain(
    { kind, name: key.slice(slash + 1), namespace, field, at: `rev:${revision}` },
    {
      ...{ past, kinds, accountants },
      span: head,
      features: featureGates(head.features),
      ...(faults && { faults }),
    },
  );
}
