/** What differs between two releases, as text. */
import { textOfGate, type ReleaseChanges, type ServedKind } from '#kinds';
import type { Style } from '#record';
import type { FilledChange } from './filled.ts';

/** Returns the differences in sections, of which those without any are left out. */
export function changesText(
  {
    kinds,
    types,
    gates,
    behaviours,
    filled,
  }: ReleaseChanges & { readonly filled: readonly FilledChange[] },
  style: Style,
): string {
  const sections: readonly (readonly [string, readonly string[]])[] = [
    [
      'Kinds',
      [
        ...kinds.added.map((kind) => `+ ${nameOf(kind)}`),
        ...kinds.removed.map((kind) => `- ${nameOf(kind)}`),
      ],
    ],
    ['Kinds that are warned of', kinds.deprecated.map(({ warning }) => `~ ${warning}`)],
    [
      'Kinds stored in another version',
      kinds.stored.map((kind) => `~ ${nameOf(kind)}: ${kind.from} -> ${kind.to}`),
    ],
    [
      'Fields',
      types.flatMap(({ type, added, removed, changed }) => [
        ...added.map(({ field, gate }) => `+ ${type} ${field}${behind(gate)}`),
        ...removed.map(({ field, gate }) => `- ${type} ${field}${behind(gate)}`),
        ...changed.map(({ field, from, to }) => `~ ${type} ${field}: ${from} -> ${to}`),
      ]),
    ],
    [
      'Defaults of fields',
      types.flatMap(({ type, defaults }) =>
        defaults.map(
          ({ field, from, to }) => `~ ${type} ${field}: ${from || 'none'} -> ${to || 'none'}`,
        ),
      ),
    ],
    [
      'Filled in where nothing is given',
      filled.map(
        ({ type, field, from = 'none', to = 'none' }) => `~ ${type} ${field}: ${from} -> ${to}`,
      ),
    ],
    [
      'Feature gates',
      [
        ...gates.added.map((each) => `+ ${each.gate} (${textOfGate(each)})`),
        ...gates.removed.map(
          ({ gate, default: isOn }) => `- ${gate} (stays ${isOn ? 'on' : 'off'})`,
        ),
        ...gates.changed.map(
          ({ gate, from, to }) => `~ ${gate}: ${textOfGate(from)} -> ${textOfGate(to)}`,
        ),
      ],
    ],
    [
      'Behaviours without a gate',
      [
        ...behaviours.added.map((name) => `+ ${name}`),
        ...behaviours.removed.map((name) => `- ${name}`),
      ],
    ],
  ];
  const shown = sections
    .filter(([, lines]) => lines.length > 0)
    .map(
      ([title, lines]) => `${style.bold(title)}\n${lines.map((line) => `  ${line}\n`).join('')}`,
    );
  return shown.length > 0 ? shown.join('\n') : 'nothing differs\n';
}

function nameOf({ apiVersion, kind }: ServedKind): string {
  return `${apiVersion} ${kind}`;
}

function behind(gate: string | undefined): string {
  return gate === undefined ? '' : ` (${gate})`;
}
