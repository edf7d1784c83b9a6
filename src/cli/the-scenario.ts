/** The single scenario of a command, from a file whose matrix may define several. */
import type { KindRegistry } from '#catalog';
import { loadScenarios, type LoadOptions, type Scenario } from '#scenario';
import type { ScenarioInput } from './scenario-input.ts';
import { UsageError } from './usage-error.ts';

/** More combinations than this are counted instead of listed. */
const MOST_SHOWN = 12;

/**
 * Reads a scenario, with values of its variables (`--set`), and files outside its folder if allowed.
 * @throws {UsageError} with all choices, when the matrix leaves several
 * @throws {ScenarioError} for a file that cannot be played
 */
export async function theScenario(
  { file, text }: ScenarioInput,
  kinds: KindRegistry,
  { set, allowOutside, release }: Pick<LoadOptions, 'set' | 'allowOutside' | 'release'>,
): Promise<Scenario> {
  const scenarios = await loadScenarios(file, kinds, {
    ...(set && { set }),
    text,
    allowOutside,
    release,
  });
  const [only, second] = scenarios;
  if (only !== undefined && second === undefined) return only;
  throw new UsageError(choiceText(file, scenarios));
}

/** Says which scenarios a file defines, and how to choose one. */
export function choiceText(file: string, scenarios: readonly Scenario[]): string {
  const choices = scenarios.slice(0, MOST_SHOWN).map(({ chosen }) => `  ${settingsText(chosen)}`);
  const more = scenarios.length - choices.length;
  return [
    `${file} is ${scenarios.length} scenarios (its matrix), and this is about one; choose it with`,
    ...choices,
    ...(more > 0 ? [`  or one of ${more} more combinations`] : []),
  ].join('\n');
}

/** As typed in a shell: `--set nodes=3 --set strategy=OnDelete`. */
function settingsText(values: Scenario['chosen']): string {
  return Object.entries(values)
    .map(([name, value]) => `--set ${name}=${quoted(plain(value))}`)
    .join(' ');
}

/** Returns a value as it is typed. */
export function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function quoted(text: string): string {
  return /^[\w.,:/@%+=-]*$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
