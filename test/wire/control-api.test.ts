/** The control API as a whole: what describes it, how arguments are checked, that answers fit. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAs } from '../../src/cli/serve/control/forms.ts';
import { root, type ControlRoute } from '../../src/cli/serve/control/route.ts';
import { controlRoutes, type Controlled } from '../../src/cli/serve/control/table.ts';
import { controlRig, controlToken, type ControlRig } from '../support/control.ts';
import { request, type Sent } from './client.ts';

let rig: ControlRig;
let routes: readonly ControlRoute[];

beforeAll(async () => {
  rig = await controlRig();
  // Only what describes them is read.
  const { simulator } = rig.host;
  routes = controlRoutes({ simulator } as unknown as Controlled);
});
afterAll(async () => {
  await rig.close();
  expect(rig.failures).toEqual([]);
});

function ask(method: string, path: string, sent: Sent = {}) {
  return request(rig, method, root + path, { token: controlToken, ...sent });
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
    expect(document.openapi).toBe('3.1.0');
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
    ['POST', '/faults', { error: 418 }, 'error: expected a status code (401, 403, 404, 409'],
    [
      'POST',
      '/faults',
      { error: 500, match: { resource: 'podz' } },
      'no resource "podz" is served',
    ],
    ['GET', '/why', undefined, 'kind: expected a value such as DaemonSet'],
    ['PUT', '/clock', undefined, 'expected at least one of mode, speed and now'],
    ['PUT', '/clock', { mod: 'manual' }, 'unknown field "mod" (did you mean "mode"?)'],
    [
      'PUT',
      '/clock',
      { mode: 'warp' },
      'mode: expected one of manual, realtime, paced, auto, max, found',
    ],
    ['PUT', '/clock', { mode: 'paced' }, 'speed: expected a positive number up to 1000000'],
    ['PUT', '/clock', { now: 'soon' }, 'now: parsing time "soon"'],
    ['PUT', '/clock', [1], 'expected a JSON object with mode, speed, now'],
    ['POST', '/clock/advance', undefined, 'by: expected a duration such as 90s or 10m, or until'],
    ['POST', '/clock/advance', { by: '5s', within: '5s' }, 'within: goes with until only'],
    ['POST', '/clock/advance', { by: '5s', until: {} }, 'until: expected within beside it'],
    ['POST', '/clock/advance', { until: { knd: 'Pod' } }, 'did you mean "kind"?'],
    ['POST', '/steps', undefined, 'expected a step such as'],
    ['POST', '/steps', { scael: {} }, 'unknown step "scael"'],
    ['POST', '/steps', { at: '5s', failNode: 'node-1' }, 'a step runs now, and once'],
    ['POST', '/steps', { failNode: 'node-9' }, 'node-9'],
    ['POST', '/steps', { apply: 'a.yaml' }, 'a.yaml'],
    ['POST', '/steps', { apply: '/etc/passwd' }, '/etc/passwd'],
    ['POST', '/steps', { apply: 'a.yaml', files: { 'a.yaml': 1 } }, 'files: expected texts'],
    ['POST', '/checks', {}, 'condition: expected an object'],
    ['POST', '/checks', { condition: { kind: 'Podd', name: 'a' } }, 'Podd'],
    ['POST', '/reset', { seed: -1 }, 'seed: expected a whole number'],
    ['POST', '/restore', {}, 'time: '],
    ['POST', '/restore', { time: '2026-01-01T00:00:00Z', objects: [1] }, 'objects[0]: expected'],
    ['POST', '/reset', { sed: 1 }, 'unknown field "sed" (did you mean "seed"?)'],
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
    ['GET', '/revision?at=1s', undefined],
    ['POST', '/clock/settle', {}],
    ['POST', '/clock/stop', undefined],
    ['POST', '/clock/advance', { until: { kind: 'Node', name: 'node-1' }, within: '1s' }],
    ['POST', '/clock/advance', { until: { kind: 'Pod', name: 'none' }, within: '1s' }],
    ['POST', '/steps', { failNode: 'node-1' }],
    ['POST', '/checks', { condition: { kind: 'Node', name: 'node-1' } }],
    ['GET', '/record', undefined],
    ['GET', '/clients', undefined],
    ['POST', '/reset', { seed: 7 }],
  ])('%s %s %j: as declared', async (method, path, body) => {
    const { status, body: answered } = await ask(method, path, { body });
    expect(status).toBe(200);
    const [plain] = path.split('?');
    const found = routes.find((each) => each.method === method && each.path === plain)!;
    expect(readAs(found.answer, answered)).toEqual(answered);
  });
});

describe('faults', () => {
  it('come, strike and go', async () => {
    const fault = { name: 'storm', error: 429, times: 2 };
    expect(await ask('POST', '/faults', { body: fault })).toMatchObject({
      body: { name: 'storm' },
    });
    const { url } = rig;
    const pods = () => request({ url }, 'GET', '/api/v1/pods', { token: controlToken });
    expect(await pods()).toMatchObject({ status: 429 });
    const { body } = await ask('GET', '/faults');
    expect(body).toMatchObject({
      faults: [{ name: 'storm', effect: 'TooManyRequests', seen: 1, struck: 1 }],
      strikes: [{ fault: 'storm', client: 'admin', verb: 'list', resource: 'pods' }],
    });
    expect(await ask('DELETE', '/faults/strom')).toMatchObject({ status: 404 });
    expect(await ask('DELETE', '/faults/storm')).toMatchObject({ body: { names: ['storm'] } });
    expect(await ask('DELETE', '/faults')).toMatchObject({ body: { names: [] } });
    expect(await pods()).toMatchObject({ status: 200 });
  });
});
