/** A server over HTTP with a few objects, to be asked in tests of its answers. */
import { afterAll, beforeAll, expect } from 'vitest';
import { machineWall, type Wall } from '#clock';
import { ask, type Asked, type Told } from './ask.ts';
import { adminToken, serverRig, type ServerRig } from './server.ts';

export const maps = '/api/v1/namespaces/default/configmaps';
export const pods = '/api/v1/namespaces/default/pods';
export const json = 'application/json';

/** The ways to ask it, as the administrator. */
export interface AnsweringServer {
  asked(request: Asked): Promise<Told>;
  /** Creates an object. */
  post(path: string, body: object): Promise<void>;
  /** Gets the text of what is at a path. */
  textOf(path: string, headers?: Readonly<Record<string, string>>): Promise<string>;
}

/** Runs a server for the tests of a file: with the ConfigMaps a and b, a node, and the pods pending, two and bound. */
export function answeringServer(): AnsweringServer {
  let rig: ServerRig;
  const defects: unknown[] = [];

  const asked: AnsweringServer['asked'] = ({ headers, body, ...more }) => {
    const usual = { authorization: `Bearer ${adminToken}`, 'user-agent': 'test' };
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': json };
    return ask(rig.listening.port, { ...more, body, headers: { ...usual, ...type, ...headers } });
  };
  const post: AnsweringServer['post'] = async (path, body) => {
    const { status, text } = await asked({ method: 'POST', path, body: JSON.stringify(body) });
    if (status !== 201) throw new Error(text);
  };
  const textOf: AnsweringServer['textOf'] = async (path, headers = {}) =>
    (await asked({ path, headers })).text;

  beforeAll(async () => {
    const readLog = () => ['one', 'two', 'three'];
    const wall: Wall = { ...machineWall, sleep: () => Promise.resolve() };
    rig = await serverRig({ app: { readLog }, wall, onDefect: (error) => defects.push(error) });
    for (const name of ['a', 'b']) await post(maps, { metadata: { name }, data: { k: name } });
    await post('/api/v1/nodes', { metadata: { name: 'n' } });
    await post(pods, podOf('pending', ['c']));
    await post(pods, podOf('two', ['c', 'd'], ['i']));
    await post(pods, podOf('bound', ['c'], [], { nodeName: 'n' }));
  });
  afterAll(async () => {
    await rig.close();
    expect(defects).toEqual([]);
  });
  return { asked, post, textOf };
}

function podOf(
  name: string,
  containers: readonly string[],
  initContainers: readonly string[] = [],
  spec: object = {},
): object {
  const named = (names: readonly string[]) => names.map((each) => ({ name: each, image: 'x' }));
  return {
    metadata: { name },
    spec: { containers: named(containers), initContainers: named(initContainers), ...spec },
  };
}
