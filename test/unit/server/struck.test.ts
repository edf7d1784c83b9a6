/** What faults do to requests over HTTP. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { machineTimers, Random, VirtualClock } from '#clock';
import { Faults, readFault } from '#faults';
import { RequestLog } from '../../../src/server/observers/request-log.ts';
import { ask, type Asked } from '../../support/ask.ts';
import { adminToken, serverRig, type ServerRig } from '../../support/server.ts';

const maps = '/api/v1/namespaces/default/configmaps';
let rig: ServerRig;
let faults: Faults;
let requests: RequestLog;
const waits: number[] = [];
const defects: unknown[] = [];

beforeEach(async () => {
  const clock = new VirtualClock({ start: 0 });
  const machine = machineTimers();
  const timers = {
    ...machine,
    after(ms: number, run: () => void) {
      waits.push(ms);
      return machine.after(Math.min(ms, 5), run);
    },
  };
  waits.length = 0;
  defects.length = 0;
  requests = new RequestLog(() => 0);
  faults = new Faults({
    clock,
    random: new Random(1),
    revision: () => rig.store.revision(),
    drivers: [],
  });
  rig = await serverRig({
    timers,
    onDefect: (error) => defects.push(error),
    app: { faults, requests },
  });
  await post('a');
});
afterEach(async () => {
  await rig.close();
  expect(defects).toEqual([]);
});

function inject(value: object): void {
  const { fault, problems } = readFault(value);
  expect(problems).toEqual([]);
  faults.inject(fault!);
}

function asked({ headers, ...more }: Asked) {
  const usual = { authorization: `Bearer ${adminToken}~tool`, 'user-agent': 'tool/1' };
  const type: Record<string, string> =
    more.body === undefined ? {} : { 'content-type': 'application/json' };
  return ask(rig.listening.port, { ...more, headers: { ...usual, ...type, ...headers } });
}

const post = (name: string) =>
  asked({ method: 'POST', path: maps, body: JSON.stringify({ metadata: { name } }) });
const names = async () => {
  faults.lift();
  const { text } = await asked({ path: maps });
  const { items } = JSON.parse(text) as {
    readonly items: readonly { metadata: { name: string } }[];
  };
  return items.map(({ metadata }) => metadata.name).filter((name) => name !== 'kube-root-ca.crt');
};

describe('a fault strikes', () => {
  it.each<[match: object, isStruck: boolean]>([
    [{}, true],
    [{ verb: 'get' }, true],
    [{ verb: 'list' }, false],
    [{ resource: 'configmaps' }, true],
    [{ resource: 'ConfigMap' }, true],
    [{ resource: 'pods' }, false],
    [{ name: 'a' }, true],
    [{ name: 'b' }, false],
    [{ namespace: 'default' }, true],
    [{ namespace: 'kube-system' }, false],
    [{ client: { user: 'admin' } }, true],
    [{ client: { user: 'jane' } }, false],
    [{ client: { agent: 'tool/*' } }, true],
    [{ client: { agent: 'other' } }, false],
  ])('requests that match %j: %s', async (match, isStruck) => {
    inject({ match, error: 503 });
    const { status } = await asked({ path: `${maps}/a` });
    expect(status).toBe(isStruck ? 503 : 200);
  });

  it.each([
    ['a name', { name: 'new' }, 'new', true],
    ['a prefix', { generateName: 'new-' }, 'new-', true],
    ['another name', { name: 'old' }, 'new', false],
    ['a body that cannot be read', undefined, 'new', false],
  ])('a creation by the name in its body: %s', async (_, metadata, name, isStruck) => {
    inject({ match: { verb: 'create', name }, error: 500 });
    const body = metadata === undefined ? 'x' : JSON.stringify({ metadata });
    const { status } = await asked({ method: 'POST', path: maps, body });
    expect(status).toBe(isStruck ? 500 : metadata === undefined ? 400 : 201);
  });

  it('nothing of the simulator itself', async () => {
    inject({ error: 503 });
    expect((await asked({ path: '/orrery/v1/none' })).status).toBe(404);
  });
});

describe('a request that is struck', () => {
  it.each<[error: object, status: number, text: string | RegExp, retryAfter: string | undefined]>([
    [{ error: 429 }, 429, 'Too many requests, please try again later.\n', '1'],
    [{ error: 503 }, 503, 'service unavailable\n', undefined],
    [{ error: 503, retryAfter: '7s' }, 503, 'service unavailable\n', '7'],
    [{ error: 500 }, 500, /"message":"etcdserver: request timed out"/, undefined],
    [{ error: 403, message: 'no' }, 403, /configmaps \\"a\\" is forbidden: no/, undefined],
    [{ error: 401 }, 401, /"message":"Unauthorized"/, undefined],
  ])('by %j', async (error, status, text, retryAfter) => {
    inject({ name: 'storm', ...error });
    const answer = await asked({ path: `${maps}/a` });
    expect(answer.status).toBe(status);
    if (typeof text === 'string') expect(answer.text).toBe(text);
    else expect(answer.text).toMatch(text);
    expect(answer.headers['retry-after']).toBe(retryAfter);
    const [, report] = requests.since(0).requests;
    expect(report).toMatchObject({ code: status, faults: [expect.stringMatching(/^storm: /)] });
  });

  it('is carried out or not, as the fault says', async () => {
    inject({ match: { verb: 'create' }, error: 500 });
    expect((await post('b')).status).toBe(500);
    expect(await names()).toEqual(['a']);
    inject({ match: { verb: 'create' }, error: 500, applied: true });
    expect((await post('c')).status).toBe(500);
    expect(await names()).toEqual(['a', 'c']);
  });

  it('loses its connection', async () => {
    inject({ match: { verb: 'create' }, connection: 'reset' });
    await expect(post('b')).rejects.toThrow('socket hang up');
    expect(await names()).toEqual(['a']);
    inject({ match: { verb: 'create' }, connection: 'reset', applied: true });
    await expect(post('c')).rejects.toThrow('socket hang up');
    expect(await names()).toEqual(['a', 'c']);
    inject({ connection: 'cut' });
    await expect(asked({ path: `${maps}/a` })).rejects.toThrow('aborted');
  });

  it('waits, is slow, and has a warning', async () => {
    inject({ latency: '700ms' });
    inject({ bandwidth: '1Ki' });
    inject({ warning: 'careful' });
    const { status, headers } = await asked({ path: `${maps}/a` });
    expect([status, headers.warning]).toEqual([200, '299 - "careful"']);
    expect(waits).toContain(700);
    expect(waits.some((ms) => ms >= 45 && ms <= 50)).toBe(true);
  });

  it('is answered from the past', async () => {
    await post('b');
    inject({ match: { verb: 'list' }, stale: { lag: 1 } });
    const { text } = await asked({ path: maps });
    expect(text).toContain('"name":"a"');
    expect(text).not.toContain('"name":"b"');
  });

  it('is shown changed', async () => {
    inject({ match: { resource: 'configmaps' }, shown: { data: { x: 'y' } } });
    expect((await asked({ path: `${maps}/a` })).text).toContain('"data":{"x":"y"}');
    expect((await asked({ path: maps })).text).toContain('"data":{"x":"y"}');
    expect((await asked({ path: '/api/v1/namespaces/default' })).text).not.toContain('"data"');
  });

  it('that opens a watch gets the error as its only event', async () => {
    inject({ match: { verb: 'watch' }, error: 410, times: 1 });
    const { status, text } = await asked({ path: `${maps}?watch=1&resourceVersion=1` });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ type: 'ERROR', object: { code: 410 } });
  });

  it('has the watch break off at an event', async () => {
    inject({ match: { verb: 'watch' }, watch: 'reset' });
    await expect(asked({ path: `${maps}?watch=1` })).rejects.toThrow('aborted');
  });
});
