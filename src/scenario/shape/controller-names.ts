/** Names of controllers in a scenario. */
import type { KindRegistry } from '#catalog';
import { isList, type Node } from '../source/node.ts';
import type { Checker } from './checker.ts';

/**
 * Reports each name of a list that is not a controller. Short names of kinds stand for their
 * controllers (`hpa`), and a minus in front leaves one out (`-hpa`).
 */
export function checkControllerNames(
  list: Node | undefined,
  known: readonly string[],
  kinds: KindRegistry,
  checker: Checker,
): void {
  if (!isList(list)) return;
  for (const item of list.items) {
    const text = checker.asText(item)?.replace(/^-/, '');
    const name = text && (kinds.byName(text)?.kind.toLowerCase() ?? text);
    if (name === undefined || name === 'all' || name === '*' || known.includes(name)) continue;
    const message = `there is no controller "${name}"; there are ${known.join(', ')}`;
    checker.problem(item, message, { word: name, known });
  }
}
