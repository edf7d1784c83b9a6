/** `GET /`: the paths that this server answers, as v1.24 lists them. */
import type { Express } from 'express';
import { servedGroups, type ApiServer } from '#api';
import type { ExchangeOf } from '../exchange/exchange.ts';
import { healthPaths } from './health.ts';
import { jsonType } from '../media/accept.ts';
import { prettyJsonText } from '../encode/json.ts';
import { send } from '../answer/respond.ts';

const others: readonly string[] = [
  '/.well-known/openid-configuration',
  '/api',
  '/apis',
  '/apis/',
  '/metrics',
  '/openapi/v2',
  '/openapi/v3',
  '/openapi/v3/',
  '/openid/v1/jwks',
  '/version',
];

/** Any method: v1.24 does not look at it. */
export function mountIndex(app: Express, api: ApiServer, exchangeOf: ExchangeOf): void {
  const paths: readonly string[] = ['/', '/index.html'];
  app.route([...paths]).all((req, res, next) => {
    if (!paths.includes(exchangeOf(req).path.path)) return next('route');
    const all = [...others, ...groupPaths(api), ...healthPaths(api)].sort();
    send(req, res, 200, jsonType, Buffer.from(prettyJsonText({ paths: all })));
  });
}

/** Groups of definitions are not listed, nor those that servers of metrics have in v1.24. */
function groupPaths({ kinds }: ApiServer): readonly string[] {
  const own = kinds.all.filter(({ custom }) => custom === undefined);
  return [...servedGroups(kinds.profile, own)].flatMap(([group, versions]) => {
    if (group.endsWith('metrics.k8s.io')) return [];
    if (group === '') return versions.map((version) => `/api/${version}`);
    const root = `/apis/${group}`;
    return [root, ...versions.map((version) => `${root}/${version}`)];
  });
}
