/** The past of a running server, as the command asks for it; and scenarios by their names. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configMap, namespace, type Kind } from '#kinds';
import { parseTime } from '#values';
import { libraryFolder } from '../../../src/cli/package.ts';
import { LivePast } from '../../../src/cli/past/live.ts';
import { scenarioInput, scenarioPath } from '../../../src/cli/scenario-input.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';
import { handled, type Handled } from '../../support/ask.ts';

let folder: string;
let server: Handled;
let asked: string[];
let answer: { readonly status: number; readonly body: object };
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-live-'));
  asked = [];
  answer = { status: 200, body: {} };
  server = await handled((req, res) => {
    asked.push(req.url!);
    res.writeHead(answer.status).end(JSON.stringify(answer.body));
  });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function past(more: object = {}): LivePast {
  const kubeconfig = join(folder, 'config');
  const cluster = { name: 'c', cluster: { server: `http://127.0.0.1:${server.port}` } };
  const context = { name: 'x', context: { cluster: 'c', user: 'u' } };
  const user = { name: 'u', user: { token: 't' } };
  const config = { clusters: [cluster], contexts: [context], users: [user] };
  writeFileSync(kubeconfig, JSON.stringify({ 'current-context': 'x', ...config }));
  return new LivePast({ kubeconfig, ...more } as never);
}

describe('the past of a server', () => {
  it('is asked why, at a moment or now', async () => {
    answer = { status: 200, body: { value: 5 } };
    const question = { object: 'Pod default/a', field: 'status.phase' };
    expect(await past().why(question as never)).toEqual({ value: 5 });
    await past().why({ ...question, at: '5m' } as never);
    expect(asked[0]).toBe('/orrery/v1/why?object=Pod+default%2Fa&field=status.phase');
    expect(asked[1]).toBe('/orrery/v1/why?object=Pod+default%2Fa&field=status.phase&at=5m');
  });

  it('is asked why not, without what is not asked', async () => {
    answer = { status: 200, body: { answer: 'has no pod on node-2' } };
    const question = {
      kind: 'ds',
      name: 'agent',
      namespace: 'default',
      on: 'node-2',
      size: undefined,
    };
    expect(await past().whyNot(question)).toEqual({ answer: 'has no pod on node-2' });
    expect(asked).toEqual(['/orrery/v1/why-not?kind=ds&name=agent&namespace=default&on=node-2']);
  });

  it('has a revision at each moment', async () => {
    answer = { status: 200, body: { revision: 7, time: '2026-01-01T00:00:00Z' } };
    const moment = { revision: 7, time: parseTime('2026-01-01T00:00:00Z') };
    expect(await past().moment(undefined)).toEqual(moment);
    expect(await past().moment('5m')).toEqual(moment);
    expect(asked).toEqual(['/orrery/v1/revision', '/orrery/v1/revision?at=5m']);
  });

  const exact = 'resourceVersion=7&resourceVersionMatch=Exact';
  it.each<[kind: unknown, space: string | undefined, name: string | undefined, path: string]>([
    [configMap, undefined, undefined, `/api/v1/configmaps?${exact}`],
    [configMap, 'team', undefined, `/api/v1/namespaces/team/configmaps?${exact}`],
    [
      configMap,
      undefined,
      'a',
      `/api/v1/namespaces/default/configmaps?${exact}&fieldSelector=metadata.name%3Da`,
    ],
    [
      configMap,
      'team',
      'a',
      `/api/v1/namespaces/team/configmaps?${exact}&fieldSelector=metadata.name%3Da`,
    ],
    [namespace, undefined, 'a', `/api/v1/namespaces?${exact}&fieldSelector=metadata.name%3Da`],
    [
      { ...configMap, group: 'example.com', version: 'v2', plural: 'things', kind: 'Thing' },
      undefined,
      undefined,
      `/apis/example.com/v2/things?${exact}`,
    ],
  ])('has the objects of %o', async (given, space, name, path) => {
    const kind = given as Kind;
    answer = { status: 200, body: { items: [{ metadata: { name: 'a' } }] } };
    const version = kind.group === '' ? kind.version : `${kind.group}/${kind.version}`;
    expect(await past().list({ kind, namespace: space, name }, 7)).toEqual([
      { apiVersion: version, kind: kind.kind, metadata: { name: 'a' } },
    ]);
    expect(asked).toEqual([path]);
  });

  it('is refused with the words of the server', async () => {
    answer = { status: 410, body: { message: 'too old' } };
    await expect(past().moment('1s')).rejects.toThrow(new UsageError('too old'));
  });

  it.each<[options: object, message: string]>([
    [{ seed: 0 }, '--seed and --set are for a scenario to play; name it by --run'],
    [{ set: {} }, '--seed and --set are for a scenario to play; name it by --run'],
    [{ kubeconfig: '/none/config' }, '; or name a run by --run'],
    [{ context: 'other' }, '; or name a run by --run'],
  ])('is not that of %j', (options, message) => {
    expect(() => past(options)).toThrow(UsageError);
    expect(() => past(options)).toThrow(message);
  });
});

describe('a scenario', () => {
  it.each([
    ['daemonset/pace', () => join(libraryFolder(), 'daemonset/pace.yaml')],
    ['daemonset', () => join(libraryFolder(), 'daemonset')],
    ['a-bad-day', () => join(libraryFolder(), 'a-bad-day.yaml')],
    ['none/at-all', () => 'none/at-all'],
    ['../scenarios/a-bad-day', () => '../scenarios/a-bad-day'],
    ['Some.yaml', () => 'Some.yaml'],
  ])('by the name %s is a file', (name, path) => {
    expect(scenarioPath(name)).toBe(path());
  });

  it('is read later where it may be a file', async () => {
    expect(await scenarioInput('Some.yaml')).toEqual({ file: 'Some.yaml' });
    const file = join(libraryFolder(), 'daemonset/pace.yaml');
    expect(await scenarioInput('daemonset/pace')).toEqual({ file });
  });

  it.each([
    ['daemonset/pase', 'did you mean "daemonset/pace"?'],
    ['x', '`orrery list` shows them'],
  ])('that the library does not have: %s', async (name, hint) => {
    const message = `there is no file "${name}", and no such scenario in the library (${hint})`;
    await expect(scenarioInput(name)).rejects.toThrow(new UsageError(message));
  });
});
