import type { KindRegistry } from '#catalog';
import type { ControllerDefinition } from './controller.ts';

/**
 * Returns the controllers that a list of names selects, in their own order: `all` or `*`, names, and
 * `-NAME` to leave one out. A list with nothing but those that are left out means all others. Short
 * names of kinds stand for their controllers: `-hpa`.
 * @param kinds by whose short names controllers may be called
 * @throws {Error} that says which name is none, and which there are
 */
export function chooseControllers(
  list: readonly string[],
  all: readonly ControllerDefinition[],
  kinds: KindRegistry,
): readonly ControllerDefinition[] {
  const names = list.map((name) => fullName(name, kinds));
  const known = all.map(({ name }) => name);
  for (const name of names) {
    const bare = name.replace(/^-/, '');
    if (bare === 'all' || bare === '*' || known.includes(bare)) continue;
    throw new Error(`no controller "${bare}"; there are ${known.join(', ')}`);
  }
  const expected = names.filter((name) => !name.startsWith('-'));
  const isAll = expected.length === 0 || expected.includes('all') || expected.includes('*');
  return all.filter(
    ({ name }) => (isAll || expected.includes(name)) && !names.includes(`-${name}`),
  );
}

function fullName(name: string, kinds: KindRegistry): string {
  const minus = name.startsWith('-') ? '-' : '';
  const bare = name.slice(minus.length);
  const kind = kinds.byName(bare)?.kind.toLowerCase();
  return minus + (kind ?? bare);
}
