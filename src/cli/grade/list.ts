/** The cases, as they are listed. */
import type { Family, GradeCase } from '#grade';
import type { Style } from '#record';

/** As `--list -o json` prints them. */
export function listed(cases: readonly GradeCase[]): readonly object[] {
  return cases.map(({ id, number, family, title, source, says, audience, isQuick, since }) => ({
    ...{ number, id, family, title, source, says },
    for: audience,
    suite: isQuick ? 'quick' : 'full',
    ...(since !== undefined && { since: `1.${since}` }),
  }));
}

export function listText(
  families: readonly Family[],
  cases: readonly GradeCase[],
  style: Style,
): string {
  const lines = families.flatMap(({ name, title }) => {
    const own = cases.filter(({ family }) => family === name);
    if (own.length === 0) return [];
    return [
      style.bold(`${title} (${name})`),
      ...own.map(({ number, title: text }) => `  ${style.dim(number.padEnd(6))}${text}`),
    ];
  });
  return [...lines, `${cases.length} cases`].join('\n');
}
