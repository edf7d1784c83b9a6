/** The command that asks why, to be copied from a terminal. */
import type { KindRegistry } from '#catalog';

export interface FieldQuestion {
  readonly apiVersion?: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly field: string;
}

/** @param file as the scenario is named on the command line, with the options of the run behind it */
export function whyCommand(
  command: string,
  file: string,
  { apiVersion, kind, name, namespace = 'default', field }: FieldQuestion,
  kinds: KindRegistry,
): string {
  const known = apiVersion === undefined ? kinds.byName(kind) : kinds.byKind(apiVersion, kind);
  const short = known?.names.shortNames?.[0] ?? kind.toLowerCase();
  const inside = namespace === 'default' || known?.namespaced === false ? '' : ` -n ${namespace}`;
  return `${command} why ${short}/${name} ${field}${inside} --run ${file}`;
}
