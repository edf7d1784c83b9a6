/** The reference page of the status fields of a kind, as Markdown. */
import { defaultProfile } from '#kinds';
import { KindRegistry } from '#catalog';
import { plainStyle, timeText, whyText } from '#record';
import type { Example, StatusField } from './collect.ts';

/** More lines of an example are left out. */
const MOST_LINES = 14;

const registry = new KindRegistry(defaultProfile);

/** The pages by the names of their files. */
export function statusPages(fields: readonly StatusField[]): ReadonlyMap<string, string> {
  const byKind = new Map<string, StatusField[]>();
  for (const field of fields) byKind.set(field.kind, [...(byKind.get(field.kind) ?? []), field]);
  const names = [...byKind.keys()].sort();
  return new Map([
    ['README.md', contents(names, byKind)],
    ...names.map((kind) => [`${kind}.md`, kindPage(kind, byKind.get(kind)!)] as const),
  ]);
}

const made =
  'Written by `npm run generate` from what the controllers say about themselves in runs of the library.';

function contents(
  names: readonly string[],
  byKind: ReadonlyMap<string, readonly StatusField[]>,
): string {
  const items = names.map((kind) => {
    const fields = byKind.get(kind)!.map(({ path }) => `\`${shortOf(path)}\``);
    return `- [${kind}](${kind}.md): ${fields.join(', ')}`;
  });
  return `# Status fields

What each field of a status means, who writes it, and a run in which to see it. ${made} Every
field here answers to \`orrery why\`, with its sum at any moment of any run.

${items.join('\n')}
`;
}

function kindPage(kind: string, fields: readonly StatusField[]): string {
  return `# ${kind} status

${made}

${fields.map(fieldPart).join('\n')}`;
}

function fieldPart({ path, writers, rules }: StatusField): string {
  const by = writers.length === 0 ? '' : `\n\nWritten by ${writers.map(code).join(' and ')}.`;
  return `## ${shortOf(path)}

${rules.map(({ rule }) => `\`${path}\` ${rule}.`).join('\n\n')}${by}

${rules.map(({ example }) => examplePart(path, example)).join('\n')}`;
}

function examplePart(path: string, example: Example): string {
  const { scenario, object, atMs, explanation } = example;
  const { kind, key } = explanation;
  const parts = new URLSearchParams({
    ...{ at: String(atMs), object: `${kind} ${key}`, why: shortOf(path) },
  });
  const link = `../../../scenarios/${scenario}.yaml#${parts.toString()}`;
  return `\`\`\`text
$ ${commandOf(path, example)}
${sumOf(explanation).join('\n')}
\`\`\`

[See it in the run ${scenario}, at ${timeText(atMs).replace(/\.000$/, '')}](${link}), of the ${kind} ${object.name}.
`;
}

/** What asks for it in a terminal. */
export function commandOf(path: string, { scenario, object, atMs, explanation }: Example): string {
  const { kind } = explanation;
  const known = registry.all.find((each) => each.kind === kind)!;
  const short = known.names.shortNames?.[0] ?? kind.toLowerCase();
  const { name, namespace = 'default' } = object;
  const inside = namespace === 'default' ? '' : ` -n ${namespace}`;
  return `orrery why ${short}/${name} ${shortOf(path)}${inside} --run ${scenario} --at ${atMs / 1000}s`;
}

/** The value and its sum, without what led to it. */
function sumOf(explanation: Example['explanation']): readonly string[] {
  const lines = whyText(
    { ...explanation, chain: explanation.chain.slice(0, 1) },
    timeOf,
    plainStyle,
  );
  const end = lines.findIndex((line) => line.startsWith('What led to it'));
  const own = lines
    .slice(0, end < 0 ? undefined : end)
    .filter((line) => !/^Set by|^Confirmed|^Never set|would set it; /.test(line));
  const text = own
    .join('\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
    .split('\n');
  return text.length <= MOST_LINES ? text : [...text.slice(0, MOST_LINES), '...'];
}

const timeOf = (): string => '';

function shortOf(path: string): string {
  return path.replace(/^status\./, '');
}

function code(text: string): string {
  return `\`${text}\``;
}
