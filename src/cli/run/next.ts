/** What to type after a first run. */
import type { KindRegistry } from '#kinds';
import type { AskedField } from './brief.ts';

export interface NextInput {
  /** As the command was called: `orrery`. */
  readonly command: string;
  /** As the scenario was named on the command line; undefined where it cannot be named again. */
  readonly file: string | undefined;
  readonly asked: AskedField | undefined;
  readonly kinds: KindRegistry;
}

/** Three things to try, a line each, short enough to be copied from a terminal. */
export function nextLines({ command, file, asked, kinds }: NextInput): readonly string[] {
  if (file === undefined) return [];
  const others = [`${command} open ${file}`, `${command} run ${file} -v`];
  if (asked === undefined) {
    return ['', 'Next, see it move, or print every write:', ...others.map(indented)];
  }
  return [
    '',
    `Next, ask why ${asked.field} has its value, see it move, or print every write:`,
    ...[whyCommand(command, file, asked, kinds), ...others].map(indented),
  ];
}

function indented(line: string): string {
  return `  ${line}`;
}

function whyCommand(
  command: string,
  file: string,
  { apiVersion, kind, name, namespace = 'default', field }: AskedField,
  kinds: KindRegistry,
): string {
  const short = kinds.byKind(apiVersion, kind)?.shortNames?.[0] ?? kind.toLowerCase();
  const inside = namespace === 'default' ? '' : ` -n ${namespace}`;
  return `${command} why ${short}/${name} ${field}${inside} --run ${file}`;
}
