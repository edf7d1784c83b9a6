/** `/healthz`, `/livez` and `/readyz`. */
import type { Query } from './query.ts';

/** What is looked at. All of it is fine for as long as there is somebody to answer. */
const checks: readonly string[] = ['ping', 'log', 'etcd'];
const roots: readonly string[] = ['/healthz', '/livez', '/readyz'];

/** The text to answer; undefined for another path. */
export function healthText(path: string, query: Query): string | undefined {
  for (const root of roots) {
    if (!path.startsWith(root)) continue;
    const check = path.slice(root.length + 1).replace(/\/$/, '');
    const isCheck = path[root.length] === '/' && checks.includes(check);
    if (isCheck) return 'ok';
    if (path !== root && check !== '') return undefined;
    return query.flag('verbose') ? verboseText(root, query.all('exclude')) : 'ok';
  }
  return undefined;
}

function verboseText(root: string, excluded: readonly string[]): string {
  const lines = checks.map((name) =>
    excluded.includes(name) ? `[+]${name} excluded: ok` : `[+]${name} ok`,
  );
  return `${lines.join('\n')}\n${root.slice(1)} check passed\n`;
}
