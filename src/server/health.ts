/** `/healthz`, `/livez` and `/readyz`. */
import type { Express } from 'express';
import type { ExchangeOf } from './exchange.ts';
import { sendText } from './respond.ts';

/** The check of the store; the others pass as long as the server answers. */
const ofStore = 'etcd';
const checks: readonly string[] = ['ping', 'log', ofStore];
const roots: readonly string[] = ['/healthz', '/livez', '/readyz'];

/**
 * Whether a path says only that the server runs. Whoever waits for it (a supervisor, a container's
 * health check) has no token.
 */
export function isProbe(path: string): boolean {
  return roots.some((root) => path === root || path.startsWith(`${root}/`));
}

/** `app.route(path).all` is one entry; `app.all` would be one for each of the 35 methods, at every start. */
export function mountHealth(
  app: Express,
  exchangeOf: ExchangeOf,
  storeProblem: () => string | undefined = () => undefined,
): void {
  for (const root of roots) {
    app.route(root).all((req, res) => {
      const { query } = exchangeOf(req);
      const excluded = query.all('exclude');
      const fails = storeProblem() !== undefined && !excluded.includes(ofStore);
      const text = fails || query.flag('verbose') ? verboseText(root, excluded, fails) : 'ok';
      sendText(req, res, fails ? 500 : 200, text);
    });
    for (const check of checks) {
      app.route(`${root}/${check}`).all((req, res) => {
        const problem = check === ofStore ? storeProblem() : undefined;
        if (problem === undefined) sendText(req, res, 200, 'ok');
        else sendText(req, res, 500, `internal server error: ${problem}\n`);
      });
    }
  }
}

function verboseText(root: string, excluded: readonly string[], fails: boolean): string {
  const lines = checks.map((name) => {
    if (excluded.includes(name)) return `[+]${name} excluded: ok`;
    return fails && name === ofStore ? `[-]${name} failed: reason withheld` : `[+]${name} ok`;
  });
  const check = `${root.slice(1)} check`;
  return `${lines.join('\n')}\n${check} ${fails ? 'failed' : 'passed'}\n`;
}
