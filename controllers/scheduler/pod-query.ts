/** Which pods a rule about other pods means. */
import type { Pod } from '#types';
import type { Selector } from '#values';

export interface PodQuery {
  /** The same for queries that mean the same. */
  readonly key: string;
  /** Undefined: all. */
  readonly namespaces: readonly string[] | undefined;
  /** A label that all of these pods have, by which they are found without going through all. */
  readonly label: Readonly<{ name: string; value: string }> | undefined;
  matches(pod: Pod): boolean;
}

/** The pods of one namespace that a selector selects, but for those that are on their way out. */
export function spreadQuery(namespace: string, selector: Selector): PodQuery {
  return {
    key: `spread ${namespace} ${textOf(selector)}`,
    namespaces: [namespace],
    label: labelIn(selector),
    matches: ({ metadata }) =>
      metadata.namespace === namespace &&
      metadata.deletionTimestamp == null &&
      selector.matches(metadata.labels),
  };
}

/** The pods of some namespaces (or all) that a selector selects. */
export function pods(namespaces: readonly string[] | undefined, selector: Selector): PodQuery {
  return {
    key: `pods ${namespaces?.join(',') ?? '*'} ${textOf(selector)}`,
    namespaces,
    label: labelIn(selector),
    matches: ({ metadata }) =>
      (namespaces === undefined || namespaces.includes(metadata.namespace!)) &&
      selector.matches(metadata.labels),
  };
}

/** The pods that all of some queries mean. */
export function all(queries: readonly PodQuery[]): PodQuery {
  const [first] = queries;
  if (queries.length === 1) return first!;
  return {
    key: queries.map(({ key }) => key).join(' & '),
    namespaces: first!.namespaces,
    label: first!.label,
    matches: (pod) => queries.every((query) => query.matches(pod)),
  };
}

/** Everything and nothing have the same text; nothing is recognized by what it does. */
export function textOf(selector: Selector): string {
  const text = selector.toString();
  return text !== '' || selector.isEmpty() ? text : '<nothing>';
}

function labelIn({ requirements }: Selector): PodQuery['label'] {
  for (const { key, operator, values } of requirements) {
    const isOne = operator === '=' || operator === '==' || operator === 'in';
    if (isOne && values.length === 1) return { name: key, value: values[0]! };
  }
  return undefined;
}
