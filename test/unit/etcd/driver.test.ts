import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { machineTime, machineTimers, type WallTimers } from '#clock';
import { codes, Etcd, isCompacted, type EtcdError } from '#etcd';
import { makeAuthority, makeClient, makeServing } from '#server';
import {
  etcdctlMissing,
  etcdMissing,
  pause,
  startEtcd,
  type EtcdProcess,
} from '../../../tools/etcd-process.ts';

const timers = machineTimers();

/** A watch of keys that are never written. */
const quiet = { key: 'x', end: 'y', start: 1_000_000 };

/** Times of the driver are divided by this where a test waits for them, and so is what etcd allows. */
const haste = 4;
const hasty: WallTimers = { ...timers, after: (ms, run) => timers.after(ms / haste, run) };
/** An etcd refuses pings that come more often than every 5 s: the fourth in a row ends the connection. */
const pingsAllowed = ['--grpc-keepalive-min-time', `${Math.round(5000 / haste)}ms`];

describe.skipIf(etcdMissing)('the driver, against a real etcd', () => {
  let server: EtcdProcess;
  let etcd: Etcd;
  beforeAll(async () => {
    server = await startEtcd({ flags: pingsAllowed });
    etcd = new Etcd({ urls: [server.url], timers, timeoutMs: 2000 });
  }, 30_000);
  afterAll(async () => {
    etcd.close();
    await server.remove();
  });

  const put = (key: string, value: string) => etcd.txn({ if: [], then: [{ put: key, value }] });

  it('says which version it is', async () => {
    expect(await etcd.version()).toMatch(/^3\.\d+\.\d+/);
  });

  it('writes only where the revision is the expected one, and reads what is there otherwise', async () => {
    const create = (value: string) =>
      etcd.txn({
        if: [{ key: 'a', revision: 0 }],
        then: [{ put: 'a', value }],
        else: [{ get: 'a' }],
      });
    const first = await create('one');
    expect(first.succeeded).toBe(true);
    const second = await create('two');
    expect(second.succeeded).toBe(false);
    expect(second.found.map(({ key, value, revision }) => [key, String(value), revision])).toEqual([
      ['a', 'one', first.revision],
    ]);
  });

  it('pages through a range at one revision', async () => {
    for (const n of [1, 2, 3, 4, 5]) await put(`page/${n}`, String(n));
    const seen: string[] = [];
    for await (const { found } of etcd.pages({ key: 'page/', end: 'page0', limit: 2 })) {
      seen.push(found.map(({ value }) => String(value)).join('+'));
      await put('page/9', 'later');
    }
    expect(seen).toEqual(['1+2', '3+4', '5']);
  });

  it('delivers what one transaction writes together, and deletions', async () => {
    const { revision } = await put('w/0', 'before');
    const answers: string[][] = [];
    const stop = etcd.watch({
      ...{ key: 'w/', end: 'w0', start: revision + 1 },
      onAnswer: ({ events }) =>
        void answers.push(
          events.map(({ isDeletion, kv }) => `${kv.revision - revision} ${isDeletion} ${kv.key}`),
        ),
      onEnd: () => undefined,
    });
    await etcd.txn({
      if: [],
      then: [{ put: 'w/1', value: 'x' }, { delete: 'w/0' }, { put: 'w/2', value: 'y' }],
    });
    await expect
      .poll(() => answers.filter((events) => events.length > 0))
      .toEqual([['1 false w/1', '1 true w/0', '1 false w/2']]);
    stop();
  });

  it('keeps ids of leases that are larger than numbers can be', async () => {
    const lease = await etcd.grantLease(60);
    expect(lease).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
    await etcd.txn({ if: [], then: [{ put: 'leased', value: 'x', lease }] });
    expect(await etcd.renewLease(lease)).toBe(60);
    expect((await etcd.range({ key: 'leased' })).found[0]!.lease).toBe(lease);
    await etcd.revokeLease(lease);
    expect((await etcd.range({ key: 'leased' })).found).toEqual([]);
    expect(await etcd.renewLease(lease)).toBe(0);
  });

  it('refuses reads and watches of what is compacted', async () => {
    const { revision } = await put('c', 'one');
    await put('c', 'two');
    await etcd.compact(revision + 1);
    const read = etcd.range({ key: 'c', revision });
    expect(isCompacted(await read.catch((error: unknown) => error))).toBe(true);
    const compacted = await new Promise((resolve) => {
      const stop = etcd.watch({
        ...{ key: 'c', end: 'd', start: revision },
        onAnswer(answer) {
          if (!answer.isCanceled) return;
          stop();
          resolve(answer.compacted);
        },
        onEnd: resolve,
      });
    });
    expect(compacted).toBe(revision + 1);
  });

  it('says what etcd refuses', async () => {
    const twice = [1, 2].map(() => ({ put: 'twice', value: 'x' }));
    await expect(etcd.txn({ if: [], then: twice })).rejects.toThrow('duplicate key given');
    const large = 'x'.repeat(1_800_000);
    await expect(put('large', large)).rejects.toThrow('request is too large');
  });

  it('says that etcd is away, ends watches, and connects again when it is back', async () => {
    const { promise: ended, resolve } = deferred<EtcdError>();
    etcd.watch({ ...quiet, onAnswer: () => undefined, onEnd: resolve });
    await etcd.range({ key: 'a' });
    await server.kill();
    expect((await ended).code).toBe(codes.unavailable);
    await expect(put('a', 'x')).rejects.toMatchObject({ code: codes.unavailable });
    await server.restart();
    expect((await etcd.range({ key: 'a' })).found).toHaveLength(1);
  }, 30_000);

  it('notices a server that is stopped: calls time out, and watches end without a word of its', async () => {
    const quick = new Etcd({ urls: [server.url], timers: hasty, timeoutMs: 2000 });
    const answered = () => vi.waitFor(() => quick.range({ key: 'a' }), { timeout: 10_000 });
    const { promise: ended, resolve } = deferred<EtcdError>();
    await answered();
    quick.watch({ ...quiet, onAnswer: () => undefined, onEnd: resolve });
    await answered();
    await server.hold();
    try {
      await expect(quick.txn({ if: [], then: [{ put: 'a', value: 'x' }] })).rejects.toMatchObject({
        message: 'etcdserver: request timed out',
        isUncertain: true,
      });
      expect((await ended).message).toContain('no sign of life');
    } finally {
      server.release();
    }
    expect((await answered()).found).toHaveLength(1);
    quick.close();
  }, 30_000);

  it('turns to a member that answers', async () => {
    const several = new Etcd({ urls: ['http://127.0.0.1:1', server.url], timers });
    expect((await several.range({ key: 'a' })).found).toHaveLength(1);
    several.close();
    const none = new Etcd({ urls: ['http://127.0.0.1:1', 'http://127.0.0.1:2'], timers });
    await expect(none.range({ key: 'a' })).rejects.toThrow('ECONNREFUSED 127.0.0.1:2');
  });

  it('stays connected while nothing happens', async () => {
    const quick = new Etcd({ urls: [server.url], timers: hasty });
    let isEnded = false;
    quick.watch({ ...quiet, onAnswer: () => undefined, onEnd: () => (isEnded = true) });
    await pause(27_000 / haste);
    expect(isEnded).toBe(false);
    quick.close();
  }, 20_000);
});

describe.skipIf(etcdMissing)('the driver, where etcd asks who it is', () => {
  it.skipIf(etcdctlMissing)(
    'logs in as a user, and again when its token is no longer valid',
    async () => {
      const server = await startEtcd({ flags: ['--auth-token-ttl', '1'] });
      const user = { name: 'root', password: 'of the root' };
      for (const args of [
        ['user', 'add', `root:${user.password}`],
        ['user', 'grant-role', 'root', 'root'],
        ['auth', 'enable'],
      ]) {
        expect(etcdctl(server.url, args)).toBe(0);
      }
      const [known, unknown, wrong] = [user, undefined, { ...user, password: 'x' }].map(
        (each) => new Etcd({ urls: [server.url], timers, user: each }),
      );
      try {
        const write = { if: [], then: [{ put: 'a', value: 'x' }] };
        expect((await known!.txn(write)).succeeded).toBe(true);
        await pause(2500);
        expect(await firstAnswer(known!)).toMatchObject({ isCanceled: true });
        expect(await firstAnswer(known!)).toMatchObject({ isCreated: true, isCanceled: false });
        await pause(2500);
        expect((await known!.txn(write)).succeeded).toBe(true);
        await expect(unknown!.txn(write)).rejects.toThrow('user name is empty');
        await expect(wrong!.txn(write)).rejects.toThrow('authentication failed');
      } finally {
        for (const each of [known, unknown, wrong]) each!.close();
        await server.remove();
      }
    },
    30_000,
  );

  it('speaks TLS, and shows a certificate', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-etcd-tls-'));
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const authority = makeAuthority(machineTime());
    const serving = makeServing(authority, ['127.0.0.1', 'localhost'], machineTime());
    const client = makeClient(authority, { name: 'client', groups: [] }, machineTime());
    const tls = { ca: authority.cert, cert: client.cert, key: client.key };
    const flags = [
      ...['--cert-file', file('s.crt', serving.cert), '--key-file', file('s.key', serving.key)],
      ...['--client-cert-auth', '--trusted-ca-file', file('ca.crt', authority.cert)],
    ];
    const server = await startEtcd({ flags, tls });
    const [known, stranger, trusting] = [tls, { ca: authority.cert }, undefined].map(
      (each) => new Etcd({ urls: [server.url], timers, tls: each }),
    );
    try {
      expect((await known!.range({ key: 'a' })).found).toEqual([]);
      await expect(stranger!.range({ key: 'a' })).rejects.toMatchObject({ code: 14 });
      await expect(trusting!.range({ key: 'a' })).rejects.toThrow('certificate');
    } finally {
      for (const each of [known, stranger, trusting]) each!.close();
      await server.remove();
      rmSync(folder, { recursive: true });
    }
  }, 30_000);
});

/** What etcd says to a new watch. */
function firstAnswer(etcd: Etcd): Promise<object> {
  return new Promise((resolve) => {
    const stop = etcd.watch({
      ...{ key: 'a', end: 'b', start: 1_000_000, onEnd: resolve },
      onAnswer(answer) {
        stop();
        resolve(answer);
      },
    });
  });
}

function etcdctl(url: string, args: readonly string[]): number | null {
  const env = { ...process.env, ETCDCTL_API: '3' };
  return spawnSync('etcdctl', ['--endpoints', url, ...args], { env }).status;
}

function deferred<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}
