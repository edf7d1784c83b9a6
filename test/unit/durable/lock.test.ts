/** One user at a time has a folder of data: who gets it, who is refused, and how one who has lost it finds out. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { machineTimers, type Wall, type WallTimers } from '#clock';
import { lockFolder, type FolderLock } from '../../../src/durable/lock.ts';
import { latestLock, makeLock } from '../../../src/durable/lock-files.ts';
import { lifeOf, thisProcess, type Owner } from '../../../src/durable/owner.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A wall whose time passes at once, and what happens while somebody sleeps. */
class QuickWall implements Wall, WallTimers {
  slept = 0;
  readonly #during: (slept: number) => unknown;
  #due: (() => void)[] = [];

  constructor(during: (slept: number) => unknown = () => undefined) {
    this.#during = during;
  }

  now(): number {
    return this.slept;
  }

  async sleep(ms: number): Promise<void> {
    this.slept += ms;
    await this.#during(this.slept);
  }

  after(_ms: number, run: () => void): () => void {
    this.#due.push(run);
    return () => {
      this.#due = this.#due.filter((each) => each !== run);
    };
  }

  turn(): Promise<void> {
    return Promise.resolve();
  }

  /** Runs the timers that are set. */
  fire(): void {
    const due = this.#due;
    this.#due = [];
    for (const run of due) run();
  }

  get isSet(): boolean {
    return this.#due.length > 0;
  }
}

/** A process in another container. */
const elsewhere: Owner = { space: 'boot pid:[2] time:[1]', host: 'pod-1', pid: 1, start: '7' };
const here = thisProcess();
const { turn } = machineTimers();
const isLinux = process.platform === 'linux';

function leave(owner: Owner, more: object = {}): void {
  const number = (latestLock(folder)?.number ?? 0) + 1;
  makeLock(folder, number, { id: `left-${number}`, owner, beat: 3, ...more });
}

const text = (): string => latestLock(folder)!.text;

async function lock(wall = new QuickWall(), lost: string[] = []): Promise<FolderLock> {
  const onLost = (error: Error): unknown => lost.push(error.message);
  return lockFolder(folder, { wall, timers: wall, onLost });
}

describe('a folder of data', () => {
  it('belongs to the one who took it until it is given back', async () => {
    const first = await lock();
    expect(first.isTaken).toBe(false);
    await expect(lock()).rejects.toThrow(`${folder}: this process uses it already`);
    await first.release();
    const second = await lock();
    await second.release();
    expect(readdirSync(folder)).toEqual(['lock-000002']);
  });

  it.runIf(isLinux)('is refused at once while a process here has it', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']);
    try {
      await once(child, 'spawn');
      leave(ownerOf(child.pid!));
      const wall = new QuickWall();
      await expect(lock(wall)).rejects.toThrow(`process ${child.pid} uses it; stop that first`);
      expect(wall.slept).toBe(0);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    expect((await lock()).isTaken).toBe(false);
  });

  it.runIf(isLinux)(
    'is free at once when a later process has the number of its owner',
    async () => {
      leave({ ...here, start: '1' });
      const wall = new QuickWall();
      expect((await lock(wall)).isTaken).toBe(false);
      expect(wall.slept).toBe(0);
    },
  );

  it('is refused while a process elsewhere writes its lock', async () => {
    leave(elsewhere);
    let beats = 3;
    const wall = new QuickWall((slept) => {
      const [name] = readdirSync(folder);
      const record = { id: 'left-1', owner: elsewhere, beat: ++beats };
      if (slept >= 1000) writeFileSync(join(folder, name!), JSON.stringify(record));
    });
    await expect(lock(wall)).rejects.toThrow('process 1 on pod-1 uses it; stop that first');
    expect(wall.slept).toBe(1000);
  });

  it.each([
    ['a process elsewhere', () => leave(elsewhere)],
    ['a lock of an earlier version', () => writeFileSync(join(folder, 'lock'), '1 1700000000000')],
    ['a lock that was never written', () => writeFileSync(join(folder, 'lock-000004'), '')],
  ])('is taken over after ten seconds from %s that is silent', async (_, make) => {
    make();
    const wall = new QuickWall();
    expect((await lock(wall)).isTaken).toBe(true);
    expect(wall.slept).toBe(10_000);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('is not taken from one whose lock is made and written a moment later', async () => {
    writeFileSync(join(folder, 'lock-000001'), '');
    const wall = new QuickWall(() => {
      const record = { id: 'left-1', owner: elsewhere, beat: 0 };
      writeFileSync(join(folder, 'lock-000001'), JSON.stringify(record));
    });
    await expect(lock(wall)).rejects.toThrow('process 1 on pod-1 uses it');
  });

  it('is free as soon as its owner elsewhere gives it back', async () => {
    leave(elsewhere);
    const wall = new QuickWall((slept) => {
      const record = { id: 'left-1', owner: elsewhere, beat: 4, isFree: true };
      if (slept >= 2000) writeFileSync(join(folder, 'lock-000001'), JSON.stringify(record));
    });
    await lock(wall);
    expect(wall.slept).toBe(2000);
  });

  it('says whom it waits for', async () => {
    leave(elsewhere);
    const seen: string[] = [];
    const wall = new QuickWall();
    await lockFolder(folder, { wall, timers: wall, onWait: (said) => seen.push(said) });
    expect(seen).toEqual([
      `${folder}: waits up to 10 s to see whether process 1 on pod-1 still uses it`,
    ]);
  });

  it('has one owner, however many take it at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('nothing', 'silent', 'ended', 'free'),
        fc.integer({ min: 2, max: 5 }),
        fc.scheduler(),
        async (before, count, scheduler) => {
          for (const name of readdirSync(folder)) rmSync(join(folder, name));
          if (before === 'silent') leave(elsewhere);
          if (before === 'ended') leave({ ...here, pid: 2 ** 30 });
          if (before === 'free') leave(elsewhere, { isFree: true });
          const tries = Array.from({ length: count }, () => {
            // Each pause lasts as long as the scheduler likes; others act meanwhile.
            const wall = new QuickWall(() => scheduler.schedule(Promise.resolve()));
            return lock(wall);
          });
          void scheduler.waitAll();
          const results = await Promise.allSettled(tries);
          const won = results.filter(({ status }) => status === 'fulfilled');
          expect(won).toHaveLength(1);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is not taken by one who is late: the file of another is never removed', async () => {
    leave(elsewhere);
    const late = latestLock(folder)!.number + 1;
    // Meanwhile others take it, give it back, and take it again.
    leave(elsewhere, { isFree: true });
    leave(elsewhere);
    const owned = text();
    expect(makeLock(folder, late, { id: 'late', owner: here, beat: 0 })).toBe(false);
    expect(text()).toBe(owned);
    expect(readdirSync(folder)).toEqual(['lock-000003']);
  });

  it.each([
    [join('no', 'such'), 'no such folder'],
    ['file', 'no such folder'],
  ])('that is none (%s) is refused', async (name, message) => {
    writeFileSync(join(folder, 'file'), '');
    await expect(lockFolder(join(folder, name))).rejects.toThrow(message);
  });
});

describe('the owner of a folder', () => {
  it('says once a second that it runs', async () => {
    const wall = new QuickWall();
    const held = await lock(wall);
    const seen = new Set([text()]);
    for (let beats = 0; beats < 12; beats++) {
      expect(wall.isSet).toBe(true);
      wall.fire();
      held.confirm();
      await settledBeat(wall);
      seen.add(text());
    }
    expect(seen.size).toBe(13);
    await held.release();
    expect(wall.isSet).toBe(false);
    expect(JSON.parse(text())).toMatchObject({ isFree: true, owner: { pid: process.pid } });
  });

  it('is silent once it has given the folder back, in the middle of a beat too', async () => {
    const lost: string[] = [];
    const wall = new QuickWall();
    const held = await lock(wall, lost);
    wall.fire();
    await held.release();
    const given = text();
    for (let turns = 0; turns < 20; turns++) await turn();
    expect(wall.isSet).toBe(false);
    expect(text()).toBe(given);
    expect(JSON.parse(given)).toMatchObject({ isFree: true });
    expect(lost).toEqual([]);
  });

  it.each<[what: string, take: () => void]>([
    ['another process has taken it', () => leave(elsewhere)],
    ['its lock is removed', () => rmSync(join(folder, 'lock-000001'))],
  ])('finds out that %s, before it writes and by itself', async (_, take) => {
    const lost: string[] = [];
    const wall = new QuickWall();
    const held = await lock(wall, lost);
    held.confirm();
    take();
    expect(() => held.confirm()).toThrow(`${folder}: another process has taken it`);
    wall.fire();
    await held.beat();
    expect(() => held.confirm()).toThrow('paused for ten seconds or more');
    expect(lost).toHaveLength(1);
    const after = latestLock(folder)?.text;
    await held.release();
    expect(latestLock(folder)?.text).toBe(after);
  });

  it('finds out by its heartbeat alone', async () => {
    const lost: string[] = [];
    const held = await lock(new QuickWall(), lost);
    leave(elsewhere);
    await held.beat();
    expect(lost).toEqual([expect.stringContaining('another process has taken it')]);
  });
});

describe('a process', () => {
  it.runIf(isLinux)('runs, and has ended once it is killed, waited for or not', async () => {
    expect(lifeOf(here)).toBe('runs');
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    expect(lifeOf({ ...here, pid })).toBe('ended');
    // A parent that never waits for its child, whose number stays taken. The shell might wait until
    // it has become the program `sleep`, so the child lives until then.
    const parent = spawn('/bin/sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
    const [said] = (await once(parent.stdout, 'data')) as [Buffer];
    const child = Number(said.toString());
    while (!readFileSync(`/proc/${parent.pid}/stat`, 'utf8').includes('(sleep)')) await turn();
    process.kill(child, 'SIGKILL');
    while (!readFileSync(`/proc/${child}/stat`, 'utf8').includes(') Z')) await turn();
    expect(lifeOf(ownerOf(child))).toBe('ended');
    parent.kill('SIGKILL');
  });

  it.each<[what: string, owner: Owner]>([
    ['in another namespace', { ...here, space: 'boot pid:[2] time:[1]' }],
    ['on a machine that does not say where', { host: here.host, pid: here.pid }],
  ])('%s may run, whatever its number', (_, owner) => {
    expect(lifeOf(owner)).toBe('unknown');
    expect(lifeOf({ ...owner, pid: 2 ** 30 })).toBe('unknown');
  });
});

/** A process that runs here. */
function ownerOf(pid: number): Owner {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return { ...here, pid, start: stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]! };
}

/** A beat is a few calls of the file system. */
async function settledBeat(wall: QuickWall): Promise<void> {
  while (!wall.isSet) await turn();
}
