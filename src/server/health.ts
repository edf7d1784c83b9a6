/** `/healthz`, `/livez` and `/readyz`. */
import type { Express } from 'express';
import type { ExchangeOf } from './exchange.ts';
import { sendText } from './respond.ts';

/** The checks. All of them pass as long as the server answers. */
const checks: readonly string[] = ['ping', 'log', 'etcd'];
const roots: readonly string[] = ['/healthz', '/livez', '/readyz'];

/**
 * Whether a path says only that the server runs. Whoever waits for it (a supervisor, a container's
 * health check) has no token.
 */
export function isProbe(path: string): boolean {
  return roots.some((root) => path === root || path.startsWith(`${root}/`));
}

export function mountHealth(app: Express, exchangeOf: ExchangeOf): void {
  for (const root of roots) {
    app.all(root, (req, res) => {
      const { query } = exchangeOf(req);
      const text = query.flag('verbose') ? verboseText(root, query.all('exclude')) : 'ok';
      sendText(req, res, 200, text);
    });
    for (const check of checks) {
      app.all(`${root}/${check}`, (req, res) => sendText(req, res, 200, 'ok'));
    }
  }
}

function verboseText(root: string, excluded: readonly string[]): string {
  const lines = checks.map((name) =>
    excluded.includes(name) ? `[+]${name} excluded: ok` : `[+]${name} ok`,
  );
  return `${lines.join('\n')}\n${root.slice(1)} check passed\n`;
}
