/** A server whose store keeps writes: no answer and no event leaves before what it shows is kept. */
import { WebSocket } from 'ws';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { machineTimers } from '#clock';
import { configMap as configMapKind } from '#kinds';
import { adminToken, serverRig, type ServerRig } from '../support/server.ts';
import { configMaps, Lines, request } from './client.ts';

const context = { origin: { actor: 'test' } };

/** A disk in the test's hand. */
class Disk {
  #waiting: Promise<void> | undefined;
  keep: () => void = () => undefined;
  break: () => void = () => undefined;

  readonly kept = (): Promise<void> | undefined => this.#waiting;

  /** What is written from now on waits for `keep`, or is lost by `break`. */
  stall(): void {
    this.#waiting = new Promise((resolve, reject) => {
      this.keep = () => {
        this.#waiting = undefined;
        resolve();
      };
      this.break = () => reject(new Error('the disk is full'));
    });
    this.#waiting.catch(() => undefined);
  }
}

let disk: Disk;
let rig: ServerRig;
beforeEach(async () => {
  disk = new Disk();
  rig = await serverRig({ kept: disk.kept });
});
afterEach(() => rig.close());

/** A watch: what it has shown so far, and whether it has ended. */
interface Seen {
  readonly names: string[];
  isOver: boolean;
  close(): void;
}

const watchers: readonly [string, () => Promise<Seen>][] = [
  [
    'HTTP',
    async () => {
      const lines = await Lines.open(rig, `${configMaps}?watch`);
      const seen: Seen = { names: [], isOver: false, close: () => lines.close() };
      const follow = async (): Promise<void> => {
        for (;;) seen.names.push((await lines.take(1))[0]!.object.metadata.name);
      };
      follow().catch(() => (seen.isOver = true));
      return seen;
    },
  ],
  [
    'WebSocket',
    async () => {
      const headers = { authorization: `Bearer ${adminToken}` };
      const socket = new WebSocket(`${rig.url.replace('http', 'ws')}${configMaps}?watch`, {
        headers,
      });
      const seen: Seen = { names: [], isOver: false, close: () => socket.terminate() };
      socket.on('message', (data: Buffer) => {
        const event = JSON.parse(data.toString()) as { object: { metadata: { name: string } } };
        seen.names.push(event.object.metadata.name);
      });
      socket.on('close', () => (seen.isOver = true));
      await new Promise((opened) => socket.on('open', opened));
      return seen;
    },
  ],
];

/** Time for what does not wait to arrive: another server answers some requests meanwhile. */
async function pass(): Promise<void> {
  const other = await serverRig();
  for (let n = 0; n < 10; n++) await request(other, 'GET', configMaps);
  await other.close();
}

async function until(holds: () => boolean): Promise<void> {
  const { turn } = machineTimers();
  for (let turns = 0; turns < 100_000 && !holds(); turns++) await turn();
  expect(holds()).toBe(true);
}

const put = (name: string): Promise<unknown> =>
  rig.api.create(context, configMapKind, { metadata: { name } }, 'default');

describe.each(watchers)('a watch over %s', (_, open) => {
  it('shows a write when it is kept, and not before; all in order', async () => {
    const seen = await open();
    await put('a');
    await until(() => seen.names.length === 1);
    disk.stall();
    await put('b');
    await put('c');
    await pass();
    expect(seen.names).toEqual(['a']);
    disk.keep();
    await until(() => seen.names.length === 3);
    await put('d');
    await until(() => seen.names.length === 4);
    expect(seen.names).toEqual(['a', 'b', 'c', 'd']);
    seen.close();
  });

  it('ends, and shows nothing, when a write cannot be kept', async () => {
    const seen = await open();
    disk.stall();
    await put('lost');
    disk.break();
    await until(() => seen.isOver);
    expect(seen.names).toEqual([]);
  });
});

it('an answer leaves when what it shows is kept, or not at all', async () => {
  disk.stall();
  let isAnswered = false;
  const body = { metadata: { name: 'a' } };
  const asked = request(rig, 'POST', configMaps, { body }).then(() => (isAnswered = true));
  await pass();
  expect(isAnswered).toBe(false);
  disk.keep();
  await asked;
  disk.stall();
  const lost = request(rig, 'GET', `${configMaps}/a`);
  disk.break();
  await expect(lost).rejects.toThrow();
});
