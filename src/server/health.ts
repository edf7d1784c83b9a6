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

/** `app.route(path).all` is one entry; `app.all` would be one for each of the 35 methods, at every start. */
export function mountHealth(app: Express, exchangeOf: ExchangeOf): void {
  for (const root of roots) {
    app.route(root).all((req, res) => {
      const { query } = exchangeOf(req);
      const text = query.flag('verbose') ? verboseText(root, query.all('exclude')) : 'ok';
      sendText(req, res, 200, text);
    });
    const paths = checks.map((check) => `${root}/${check}`);
    app.route(paths).all((req, res) => sendText(req, res, 200, 'ok'));
  }
}

function verboseText(root: string, excluded: readonly string[]): string {
  const lines = checks.map((name) =>
    excluded.includes(name) ? `[+]${name} excluded: ok` : `[+]${name} ok`,
  );
  return `${lines.join('\n')}\n${root.slice(1)} check passed\n`;
}
