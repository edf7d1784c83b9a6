const used = [
  ...[
    'paper',
    'stage',
    'card',
    'ink',
    'soft',
    'line',
    'line2',
    'brass-strong',
    'on',
    'bad',
    'warn',
  ],
  ...[0, 1, 2, 3, 4, 5].map((at) => `v${at}`),
];

/**
 * Returns the colours of the page that pictures use, light and dark. @param css the text of
 * colours.css
 */
export function usedColours(css: string): string {
  const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
  const those = (part: string): string =>
    used.flatMap((name) => new RegExp(`--${name}: [^;]+;`).exec(part)?.[0] ?? []).join('');
  return `:root{${those(light)}}@media (prefers-color-scheme:dark){:root{${those(dark)}}}`;
}
