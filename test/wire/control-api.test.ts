/** The control API as a whole: what describes it, how arguments are checked, that answers fit. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { machineTimers, Pacer } from '#clock';
import { admin, createServerApp, listen, Tokens, type Listening } from '#server';
import { root, type ControlRoute } from '../../src/cli/serve/control/route.ts';
import { servedRoutes } from '../../src/cli/serve/control/served.ts';
import { controlRoutes } from '../../src/cli/serve/control/table.ts';
import { simulate, type Simulation } from '../support/simulate.ts';
import { request, type Sent } from './client.ts';

let simulation: Simulation;
let listening: Listening;
let routes: readonly ControlRoute[];

beforeAll(async () => {
  simulation = await simulate(1);
  const { sim } = simulation;
  const { clock, api, features } = sim;
  const pacer = new Pacer(clock, { pace: 'manual' });
  routes = controlRoutes({ simulator: sim, pacer, stopping: new AbortController().signal });
  const tokens = new Tokens();
  tokens.add('secret', admin);
  const timers = machineTimers();
  const mounted = servedRoutes(routes);
  const now = () => clock.now();
  const app = createServerApp({ api, now, features, tokens, timers, routes: mounted });
  listening = await listen(app, { host: '127.0.0.1', port: 0, timers });
});
afterAll(async () => {
  await listening.close();
  simulation.stop();
});

function ask(method: string, path: string, sent: Sent = {}) {
  const url = `http://127.0.0.1:${listening.port}`;
  return request({ url }, method, root + path, { token: 'secret', ...sent });
}

const named = ({ method, path }: Pick<ControlRoute, 'method' | 'path'>): string =>
  `${method} ${root}${path}`;

describe('the index', () => {
  it('lists every route with what it does', async () => {
    const { body } = await ask('GET', '');
    const listed = (body as { routes: { method: string; path: string; summary: string }[] }).routes;
    const names = listed.map(({ method, path }) => `${method} ${path}`);
    expect(names).toEqual(['GET /orrery/v1', 'GET /orrery/v1/openapi', ...routes.map(named)]);
    for (const { summary } of listed) expect(summary).toMatch(/^[A-Z].*\.$/);
  });

  it('is what the documentation lists', async () => {
    const { body } = await ask('GET', '');
    const { routes: listed } = body as { routes: { method: string; path: string }[] };
    const page = readFileSync(
      join(import.meta.dirname, '../../docs/reference/control-api.md'),
      'utf8',
    );
    const described = [...page.matchAll(/^\| `([A-Z]+ \/orrery\/v1[^`]*)`/gm)].map(
      ([, name]) => name,
    );
    expect(described.sort()).toEqual(listed.map(({ method, path }) => `${method} ${path}`).sort());
  });
});

describe('the OpenAPI document', () => {
  interface Document {
    readonly openapi: string;
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, object>> };
  }
  interface Operation {
    readonly operationId: string;
    readonly parameters: readonly { readonly name: string; readonly in: string }[];
    readonly requestBody?: object;
    readonly responses: Readonly<Record<string, object>>;
  }
  let document: Document;
  beforeAll(async () => void (document = (await ask('GET', '/openapi')).body as Document));

  it('has an operation for every route, with an id of its own', () => {
    expect(document.openapi).toBe('3.0.3');
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const expected = routes.map((each) => named(each).replace(/:(\w+)/g, '{$1}'));
    expect(operations).toEqual(expect.arrayContaining(expected));
    expect(operations).toHaveLength(expected.length + 2);
    const ids = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('postClockAdvance');
  });

  it('says what a route takes', () => {
    const why = document.paths['/orrery/v1/why']!['get']!;
    expect(why.parameters).toContainEqual(
      expect.objectContaining({ name: 'kind', in: 'query', required: true }),
    );
    expect(why.parameters).toContainEqual(
      expect.objectContaining({ name: 'at', in: 'query', required: false }),
    );
    expect(why.requestBody).toBeUndefined();
    const change = document.paths['/orrery/v1/clock']!['put']!;
    expect(JSON.stringify(change.requestBody)).toContain('"realtime"');
  });

  it('has every schema that it refers to', () => {
    const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)];
    expect(names.length).toBeGreaterThan(0);
    for (const [, name] of names) expect(document.components.schemas).toHaveProperty(name!);
  });
});

describe('arguments', () => {
  it.each<[string, string, unknown, string]>([
    ['GET', '/clock?when=5s', undefined, 'unknown parameter "when"; none is expected'],
    ['GET', '/why?kimd=ds', undefined, 'unknown parameter "kimd" (did you mean "kind"?)'],
    ['GET', '/why', undefined, 'kind: expected a value such as DaemonSet'],
    ['PUT', '/clock', undefined, 'expected at least one of mode, speed and now'],
    ['PUT', '/clock', { mod: 'manual' }, 'unknown field "mod" (did you mean "mode"?)'],
    ['PUT', '/clock', { mode: 'warp' }, 'mode: expected one of manual, realtime, paced, found'],
    ['PUT', '/clock', { mode: 'paced' }, 'speed: expected a positive number up to 1000000'],
    ['PUT', '/clock', { now: 'soon' }, 'now: parsing time "soon"'],
    ['PUT', '/clock', [1], 'expected a JSON object with mode, speed, now'],
    ['POST', '/clock/advance', undefined, 'by: expected a duration such as 90s or 10m'],
    ['POST', '/clock/advance', { by: 'soon' }, 'by: expected a duration such as 90s'],
    ['POST', '/clock/advance', { by: '-5s' }, 'by: expected a duration such as 90s'],
    ['POST', '/clock/advance', { by: '5s', seconds: 5 }, 'by, seconds: expected one of them'],
  ])('%s %s %j is refused in words', async (method, path, body, message) => {
    const answer = await ask(method, path, { body });
    expect(answer).toMatchObject({ status: 400, body: { kind: 'Status', reason: 'BadRequest' } });
    expect((answer.body as { message: string }).message).toContain(message);
  });

  it('may come with what clients add to any request', async () => {
    expect((await ask('GET', '/clock?timeout=32s&pretty=true')).status).toBe(200);
  });
});

describe('answers', () => {
  it.each<[string, string, unknown]>([
    ['GET', '/clock', undefined],
    ['PUT', '/clock', { mode: 'manual' }],
    ['PUT', '/clock', { speed: 0.5 }],
    ['PUT', '/clock', { mode: 'manual' }],
    ['POST', '/clock/advance', { by: '1m30s' }],
    ['POST', '/clock/settle', {}],
    ['GET', '/revision?at=1s', undefined],
  ])('%s %s %j: as declared', async (method, path, body) => {
    const { status, body: answered } = await ask(method, path, { body });
    expect(status).toBe(200);
    const [plain] = path.split('?');
    const found = routes.find((each) => each.method === method && each.path === plain)!;
    expect(found.answer.read(answered, '')).toEqual(answered);
  });
});
