/** The forms that a condition can have in a file. */
import type { Kind } from '#kinds';
import type { KindRegistry } from '#catalog';
import type { Node, MapNode } from '../../source/node.ts';
import type { Checker } from '../../shape/checker.ts';
import type { JsonSchema } from '../../shape/shape.ts';
import type { World } from '../../world.ts';
import type { Condition } from '../condition.ts';

/** A condition as written: its shape is right; its kinds and fields are still to be checked. */
export interface ConditionDraft {
  readonly text: string;
  /** Reports problems that show only once the kinds are known. */
  checkWorld(world: World, checker: Checker): void;
  /** Called only after the check found no problem. */
  make(kinds: KindRegistry): Condition;
}

/** In the JSON Schema of scenarios, a condition is defined once. */
export const conditionReference: JsonSchema = { $ref: '#/definitions/condition' };

export type InnerReader = (node: Node) => ConditionDraft | undefined;

export interface ConditionForm {
  /** A map with this key is of this form. */
  readonly key: string;
  /** The fields it can have. */
  readonly properties: Readonly<Record<string, JsonSchema>>;
  /** `inner` reads a condition inside this one. Undefined after problems have been noted. */
  read(node: MapNode, checker: Checker, inner: InnerReader): ConditionDraft | undefined;
}

/** Reports a kind whose objects are computed on request: there are no change events to watch. */
export function checkFollowable(kind: Kind, node: Node, checker: Checker): void {
  if (kind.wire.readOnly !== true) return;
  checker.problem(node, `${kind.kind} cannot be watched; expected a kind whose objects are stored`);
}
