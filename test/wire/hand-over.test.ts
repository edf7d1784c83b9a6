/** Revisions pass from one controller to the next, wherever each of them runs: none is made again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InProcessClients } from '#client';
import { RemoteClients } from '#remote';
import { compactJson, controllerOf, rawJson, rawText, type KubeObject } from '#values';
import { controllerRevision, daemonSet, statefulSet, type Kind, defaultProfile } from '#kinds';
import type { ControllerRevision } from '#types';
import type { Client, Lister } from '#runtime';
import { ensureHistory as ofDaemonSet } from '../../controllers/daemonset/revisions.ts';
import { ensureHistory as ofStatefulSet } from '../../controllers/statefulset/revisions.ts';
import { adminToken, serverRig, type ServerRig } from '../support/server.ts';

let rig: ServerRig;
let remote: RemoteClients;
beforeAll(async () => {
  rig = await serverRig();
  remote = new RemoteClients({ url: rig.url, token: adminToken }, defaultProfile);
});
afterAll(async () => {
  remote.close();
  await rig.close();
});

const origin = { actor: 'tester' };
const inProcess = (): Client => new InProcessClients({ api: rig.api, clock: rig.clock }).as(origin);
const overHttp = (): Client => remote.as(origin);

const template = (image: string) => ({
  metadata: { labels: { app: 'a', 10: 'ten', 9: 'nine' } },
  spec: {
    terminationGracePeriodSeconds: 9_007_199_254_740_991,
    containers: [{ name: 'c', image, command: ['sh', '-c', 'a && b < c'] }],
  },
});

/** The text that is stored, whoever made it. */
async function stored(name: string): Promise<readonly (readonly [string, number, string])[]> {
  const { items } = await inProcess().list(controllerRevision, { namespace: 'default' });
  const own = items.filter(({ metadata }) => metadata.ownerReferences?.[0]?.name === name);
  return own
    .map(({ metadata, revision, data }) => [metadata.name, revision, rawText(data)] as const)
    .sort(([, a], [, b]) => a - b);
}

const kinds = [
  ['DaemonSet', daemonSet, {}],
  ['StatefulSet', statefulSet, { serviceName: 'x' }],
] as const;

describe.each(kinds)('revisions of a %s', (_, kind, more) => {
  const ref = { namespace: 'default', name: kind.plural };

  async function pass(client: Client): Promise<void> {
    const { items } = await client.list(controllerRevision, { namespace: ref.namespace });
    const byIndex = (_index: string, uid: string): readonly ControllerRevision[] =>
      items.filter((item) => controllerOf(item)?.uid === uid);
    const lister = { byIndex } as Lister<ControllerRevision>;
    const owner = await client.get(kind as Kind, ref);
    if (kind === daemonSet) await ofDaemonSet(client, owner as never, lister, []);
    else
      await ofStatefulSet(client, owner as never, { revisions: lister, profile: defaultProfile });
  }

  const setImage = (image: string): Promise<KubeObject> => {
    const body = { spec: { template: template(image) } };
    return inProcess().patch(kind as Kind, ref, { type: 'merge', body });
  };

  it.each([
    ['in process, then over HTTP', inProcess, overHttp],
    ['over HTTP, then in process', overHttp, inProcess],
  ])('%s', async (way, first, second) => {
    await inProcess()
      .delete(kind as Kind, ref)
      .catch(() => undefined);
    const spec = {
      selector: { matchLabels: { app: 'a' } },
      template: template(`${way}:1`),
      ...more,
    };
    await inProcess().create(kind as Kind, { metadata: ref, spec } as never);
    await inProcess().deleteCollection(controllerRevision, { namespace: ref.namespace });
    await pass(first());
    await setImage(`${way}:2`);
    await pass(first());
    const before = await stored(ref.name);
    expect(before.map(([, number]) => number)).toEqual([1, 2]);
    expect(before[0]![2]).toContain('"sh","-c","a \\u0026\\u0026 b \\u003c c"');
    expect(before[0]![2]).toContain('"10":"ten","9":"nine"');
    expect(before[0]![2]).toContain('9007199254740991');
    await pass(second());
    expect(await stored(ref.name)).toEqual(before);
    // The first template comes back: its revision is written again, under a new number.
    await setImage(`${way}:1`);
    await pass(second());
    const [one, two] = before;
    expect(await stored(ref.name)).toEqual([two, [one![0], 3, one![2]]]);
    await pass(first());
    expect(await stored(ref.name)).toHaveLength(2);
  });
});

describe('the text of raw JSON', () => {
  const ref = { namespace: 'default', name: 'odd' };
  const text = '{"b":1.0,"a":[1e3,12345678901234567890],"10":"a \\u0026 b","9":"\\u00e9"}';
  const own = <T extends KubeObject>(items: readonly T[]): T =>
    items.find(({ metadata }) => metadata.name === ref.name)!;

  it('comes with every answer, and with watches', async () => {
    const client = overHttp();
    const { metadata } = await client.list(controllerRevision, {});
    const watch = client.watch(controllerRevision, { resourceVersion: metadata.resourceVersion! });
    const next = watch.next();
    const made = await client.create(controllerRevision, {
      metadata: ref,
      data: rawJson(text),
      revision: 1,
    });
    const [event] = await next;
    watch.stop();
    const listed = own((await client.list(controllerRevision, {})).items);
    const patch = { type: 'merge', body: { metadata: { labels: { a: 'b' } } } } as const;
    const patched = await client.patch(controllerRevision, ref, patch);
    const updated = await client.update(controllerRevision, { ...patched, revision: 2 });
    const read = [made, event!.object as ControllerRevision, listed, patched, updated];
    expect(read.map(({ data }) => compactJson(data))).toEqual(read.map(() => text));
  });

  it('may not be spelled otherwise by an update, but every other field may change', async () => {
    const there = await inProcess().get(controllerRevision, ref);
    const data = rawJson(text.replace('1.0', '1'));
    await expect(overHttp().update(controllerRevision, { ...there, data })).rejects.toMatchObject({
      code: 422,
      message: expect.stringMatching(/data: Invalid value: .*: field is immutable$/) as string,
    });
    await overHttp().update(controllerRevision, { ...there, revision: 9 });
    const after = await inProcess().get(controllerRevision, ref);
    expect([after.revision, rawText(after.data)]).toEqual([9, text]);
  });
});
