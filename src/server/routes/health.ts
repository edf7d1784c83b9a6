/** `/healthz`, `/livez` and `/readyz`, with the checks of v1.24's API server. */
import type { Express, RequestHandler } from 'express';
import type { ExchangeOf } from '../exchange/exchange.ts';
import { sendText } from '../answer/respond.ts';

/** The check of the store; the others pass as long as the server answers. */
const ofStore = 'etcd';
/** It is there where roles decide. */
const ofRoles = 'poststarthook/rbac/bootstrap-roles';
const general: readonly string[] = ['ping', 'log', ofStore];
/** What has started, in v1.24's order. */
const started: readonly string[] = [
  'poststarthook/start-kube-apiserver-admission-initializer',
  'poststarthook/generic-apiserver-start-informers',
  'poststarthook/priority-and-fairness-config-consumer',
  'poststarthook/priority-and-fairness-filter',
  'poststarthook/start-apiextensions-informers',
  'poststarthook/start-apiextensions-controllers',
  'poststarthook/crd-informer-synced',
  'poststarthook/bootstrap-controller',
  ofRoles,
  'poststarthook/scheduling/bootstrap-system-priority-classes',
  'poststarthook/priority-and-fairness-config-producer',
  'poststarthook/start-cluster-authentication-info-controller',
  'poststarthook/start-kube-aggregator-informers',
  'poststarthook/apiservice-registration-controller',
  'poststarthook/apiservice-status-available-controller',
  'poststarthook/kube-apiserver-autoregistration',
  'autoregister-completion',
  'poststarthook/apiservice-openapi-controller',
  'poststarthook/apiservice-openapiv3-controller',
];

const checksOf: Readonly<Record<string, readonly string[]>> = {
  '/healthz': [...general, ...started],
  '/livez': [...general, ...started],
  '/readyz': [...general, 'informer-sync', ...started, 'shutdown'],
};
const roots: readonly string[] = Object.keys(checksOf);

export interface Health {
  /** Roles decide who may do what. */
  readonly hasRoles: boolean;
  /** Why the store cannot be used at present; undefined: it can. Default: it always can. */
  readonly storeProblem?: (() => string | undefined) | undefined;
}

/**
 * Returns whether a path says only that the server runs. Whoever waits for it (a supervisor, a
 * container's health check) has no token.
 */
export function isProbe(path: string): boolean {
  return roots.some((root) => path === root || path.startsWith(`${root}/`));
}

/** Returns the paths under which the checks are, each by itself and all together. */
export function healthPaths({ hasRoles }: Pick<Health, 'hasRoles'>): readonly string[] {
  return roots.flatMap((root) => [
    root,
    ...checks(root, hasRoles).map((name) => `${root}/${name}`),
  ]);
}

/** `app.route(path).all` is one entry; `app.all` would be one for each of the 35 methods, at every start. */
export function mountHealth(
  app: Express,
  exchangeOf: ExchangeOf,
  { hasRoles, storeProblem = () => undefined }: Health,
): void {
  const exactly: RequestHandler = (req, _, next) => {
    next(exchangeOf(req).path.path.endsWith('/') ? 'route' : undefined);
  };
  for (const root of roots) {
    const names = checks(root, hasRoles);
    app.route(root).all(exactly, (req, res) => {
      const { query } = exchangeOf(req);
      const excluded = query.all('exclude');
      const fails = storeProblem() !== undefined && !excluded.includes(ofStore);
      const isVerbose = fails || query.get('verbose') !== undefined;
      const text = isVerbose ? verboseText(root, names, excluded, fails) : 'ok';
      sendText(req, res, fails ? 500 : 200, text);
    });
    app.route(names.map((name) => `${root}/${name}`)).all(exactly, (req, res) => {
      const { path } = exchangeOf(req).path;
      const problem = path === `${root}/${ofStore}` ? storeProblem() : undefined;
      if (problem === undefined) sendText(req, res, 200, 'ok');
      else sendText(req, res, 500, `internal server error: ${problem}\n`);
    });
  }
}

function checks(root: string, hasRoles: boolean): readonly string[] {
  return checksOf[root]!.filter((name) => hasRoles || name !== ofRoles);
}

function verboseText(
  root: string,
  names: readonly string[],
  excluded: readonly string[],
  fails: boolean,
): string {
  const lines = names.map((name) => {
    if (excluded.includes(name)) return `[+]${name} excluded: ok`;
    return fails && name === ofStore ? `[-]${name} failed: reason withheld` : `[+]${name} ok`;
  });
  const unknown = [...new Set(excluded.filter((name) => !names.includes(name)))].sort();
  if (unknown.length > 0) {
    const quoted = unknown.map((name) => JSON.stringify(name)).join(',');
    lines.push(`warn: some health checks cannot be excluded: no matches for ${quoted}`);
  }
  const check = `${root.slice(1)} check`;
  return `${lines.join('\n')}\n${check} ${fails ? 'failed' : 'passed'}\n`;
}
