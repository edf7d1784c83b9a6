/** How a plan is played: what is done to the client and its cluster, in order, and what comes of it. */
import { describe, expect, it, vi } from 'vitest';
import { readPlan, type Setting } from '#grade';
import { CheckFailedError, defineController } from '#kit';
import { ControllersRig } from '../../../../src/grade/explore/controllers-rig.ts';
import type { Learned } from '../../../../src/grade/explore/learn.ts';
import { Player, type Outcome } from '../../../../src/grade/explore/play.ts';
import type { Rig } from '../../../../src/grade/explore/rig.ts';
import { judged, played, undisturbed } from '../../../../src/grade/explore/run-plan.ts';

const failed = new CheckFailedError({ summary: 'no', expected: 'one', actual: 'none' });
const entry = (revision: number, name: string): object => ({
  ...{ revision, atMs: revision * 100, actor: 'graded', verb: 'created' },
  ...{ kind: 'Pod', apiVersion: 'v1', key: `default/${name}` },
});

/** A client that makes a pod at its start and in each step, and notes what is done. */
class NotedRig {
  readonly done: string[] = [];
  readonly client = { process: ['graded'] };
  readonly actors = ['graded'];
  readonly lostAnswer = { error: 500, applied: true };
  readonly reads = ['pods', 'leases.coordination.k8s.io'];
  readonly latestMs = 0;
  readonly hastyMs = 0;
  readonly restsUntilMs = 0;
  readonly ending = undefined;
  readonly output = 'said';
  readonly writes: object[] = [];
  readonly entries = [entry(5, 'before')];
  readonly inForce = new Set<string>();
  readonly #fails: (step: object) => unknown;
  strikes: object[] = [];
  metadata: object = { name: 'a', uid: 'u' };

  /** @param fails the error of a step, if any */
  constructor(fails: (step: object) => unknown = () => undefined) {
    this.#fails = fails;
  }

  readonly cluster = {
    record: () => JSON.stringify({ entries: this.entries }),
    kind: () => ({ plural: 'pods' }),
    list: (resource: string) =>
      Promise.resolve(resource === 'pods' ? [{ kind: 'Pod', metadata: this.metadata }] : []),
    step: (step: object) => {
      this.done.push(JSON.stringify(step));
      const error = this.#fails(step);
      if (error !== undefined) return Promise.reject(error as Error);
      if ('make' in step) this.#make();
      return Promise.resolve();
    },
    faults: {
      inject: ({ name }: { name: string }) => {
        this.done.push(`inject ${name}`);
        this.inForce.add(name);
      },
      lift: (name?: string) => {
        this.done.push(name === undefined ? 'lift all' : `lift ${name}`);
        if (name === undefined) this.inForce.clear();
        else this.inForce.delete(name);
      },
      list: () => [...this.inForce].map((name) => ({ name })),
      strikes: () => this.strikes,
    },
  };

  start(): Promise<void> {
    this.done.push('start');
    this.#make();
    return Promise.resolve();
  }

  kill(): Promise<void> {
    this.done.push('kill');
    return Promise.resolve();
  }

  follow(): () => void {
    this.done.push('follow');
    return () => void this.done.push('unfollow');
  }

  async settle({ look, isThorough = false }: Parameters<Rig['settle']>[0]): Promise<boolean> {
    this.done.push(isThorough ? 'settle thoroughly' : 'settle');
    await look();
    return true;
  }

  end(): Promise<void> {
    this.done.push('end');
    return Promise.resolve();
  }

  #make(): void {
    const count = this.entries.length;
    this.entries.push(entry(5 + count, `p${count}`));
    this.writes.push({ verb: 'create', resource: count === 1 ? 'pods' : `pods/part${count}` });
  }
}

const setting: Setting = {
  client: { controllers: [] },
  steps: [{ make: 1 }, { make: 2 }] as never,
  ...{ setup: [], nodes: 0, invariants: [], ignored: [], patience: 1 },
};
const end = ['lift all', 'settle thoroughly'];
const [one, two] = ['{"make":1}', '{"make":2}'];

async function play(plan: string, rig = new NotedRig(), other: Partial<Setting> = {}) {
  const player = new Player(rig as never, { ...setting, ...other });
  const read = plan === '' ? [] : readPlan(`[${plan}]`, '--plan');
  const outcome = await player.play(read, {});
  return { outcome, done: rig.done, plan: read };
}

describe('a plan', () => {
  it.each<[string, readonly string[]]>([
    ['', ['start', 'settle', one, 'settle', two, 'settle', ...end]],
    [
      '{"away":"client","step":0,"through":1}',
      ['settle', one, 'settle', 'start', 'settle', two, 'settle', ...end],
    ],
    [
      '{"away":"client","step":1,"through":2}',
      ['start', 'settle', 'kill', one, 'settle', two, 'settle', 'start', 'settle', ...end],
    ],
    [
      '{"stale":"pods","step":1,"through":1}',
      [
        ...['start', 'settle', 'inject plan-0', one, 'settle', 'lift plan-0', 'settle'],
        ...[two, 'settle', ...end],
      ],
    ],
    [
      '{"rewind":"pods","step":1,"through":1}',
      [
        ...['start', 'settle', one, 'settle', 'kill', 'inject plan-0-lag'],
        ...['inject plan-0-watch-lag', 'start', 'settle', 'lift plan-0-lag'],
        ...['lift plan-0-watch-lag', 'settle', two, 'settle', ...end],
      ],
    ],
  ])('%s is played in order', async (plan, done) => {
    expect((await play(plan)).done).toEqual(done);
  });

  it('kills the client once its write has come', async () => {
    const rig = new NotedRig((step) => {
      if ('make' in step && step.make === 2) {
        rig.strikes = [{ fault: 'plan-0', effect: 'InternalError', revision: 8 }];
      }
    });
    const { outcome, done } = await play('{"kill":"create pods","step":2}', rig);
    expect(outcome.missed).toEqual([]);
    expect(done).toEqual([
      ...['follow', 'start', 'settle', one, 'settle', 'inject plan-0', 'inject plan-0-again'],
      ...[two, 'settle', 'kill', 'lift plan-0', 'lift plan-0-again', 'start', ...end, 'unfollow'],
    ]);
  });

  it('comes to an outcome', async () => {
    const rig = new NotedRig();
    rig.metadata = { name: 'a', uid: 'u', ownerReferences: [{ kind: 'Gone' }] };
    const { outcome, plan } = await play('{"stale":"pods","step":1,"through":1}', rig);
    const write = (revision: number, name: string): object => ({
      ...{ revision, atMs: revision * 100, actor: 'graded', verb: 'created', kind: 'Pod' },
      ...{ resource: 'pods', key: `default/${name}`, changes: [] },
    });
    expect(outcome).toEqual({
      ...{ notPlayed: undefined, ending: undefined, output: 'said', actors: ['graded'] },
      ...{ reads: ['pods', 'leases.coordination.k8s.io'], isAtRest: true, canPermute: false },
      ...{ calmMs: 800, broken: [], lost: [], orphans: ['Pod a'], hanging: [], missed: plan },
      history: [write(6, 'p1'), write(7, 'p2'), write(8, 'p3')],
      stepStarts: [5, 6, 7],
      writes: [
        [{ verb: 'create', resource: 'pods' }],
        [{ verb: 'create', resource: 'pods/part2' }],
        [{ verb: 'create', resource: 'pods/part3' }],
      ],
      end: new Map([
        ['Pod a', { kind: 'Pod', metadata: { name: 'a', ownerReferences: [{ kind: 'Gone' }] } }],
      ]),
      wallMs: expect.any(Number) as unknown,
    });
  });

  it('continues after a start that is over', async () => {
    const rig = new NotedRig();
    const player = new Player(rig as never, setting);
    await player.start();
    expect(rig.done).toEqual(['start', 'settle']);
    const { stepStarts, history } = await player.play([], {});
    expect(rig.done).toEqual(['start', 'settle', one, 'settle', two, 'settle', ...end]);
    expect(stepStarts).toEqual([5, 6, 7]);
    expect(history.map(({ revision }) => revision)).toEqual([6, 7, 8]);
  });

  it('ends with its signal', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    const player = new Player(new NotedRig() as never, setting);
    await expect(player.play([], { signal })).rejects.toThrow('enough');
  });
});

describe('a step', () => {
  it('is tried again while the client may not be done yet', async () => {
    let left = 2;
    const rig = new NotedRig((step) => ('make' in step && left-- > 0 ? failed : undefined));
    const { outcome, done } = await play('', rig);
    expect(outcome.notPlayed).toBeUndefined();
    expect(done.slice(2, 9)).toEqual([
      ...[one, 'settle thoroughly', one, 'settle thoroughly', one, 'settle', two],
    ]);
  });

  it('is given up at the third attempt', async () => {
    const { outcome, done } = await play('', new NotedRig(() => failed));
    expect(outcome.notPlayed).toBe('step 1 failed: no\n  expected: one\n  found:    none');
    expect(done.slice(2)).toEqual([
      ...[one, 'settle thoroughly', one, 'settle thoroughly', one, ...end],
    ]);
  });

  it('that fails by a defect ends the play', async () => {
    await expect(play('', new NotedRig(() => new TypeError('defect')))).rejects.toThrow('defect');
  });
});

describe('a condition', () => {
  const expecting = (name: string) => (step: object) =>
    JSON.stringify(step) === `{"expect":{"${name}":1}}` ? failed : undefined;

  it.each<[string, Partial<Setting>, Partial<Outcome>]>([
    ['ready', { ready: { ready: 1 } }, { notPlayed: 'it was never ready (--ready)', broken: [] }],
    ['goal', { goal: { goal: 1 } }, { broken: [{ what: '{"goal":1} (--goal)', found: 'none' }] }],
    ['holds', { invariants: [{ holds: 1 }] }, { broken: [{ what: '{"holds":1}', found: 'none' }] }],
    [
      'other',
      { ready: { ready: 1 }, goal: { goal: 1 }, invariants: [{ holds: 1 }] },
      { broken: [] },
    ],
  ])('that fails is noted: %s', async (name, other, found) => {
    const { outcome } = await play('', new NotedRig(expecting(name)), other);
    expect(outcome).toMatchObject({ notPlayed: undefined, ...found });
  });

  it('that has to hold is looked at each time, until it fails', async () => {
    const { done } = await play('', new NotedRig(), { invariants: [{ holds: 1 }] });
    expect(done.filter((each) => each === '{"expect":{"holds":1}}')).toHaveLength(4);
    const rig = new NotedRig(expecting('holds'));
    const failing = await play('', rig, { invariants: [{ holds: 1 }] });
    expect(failing.done.filter((each) => each === '{"expect":{"holds":1}}')).toHaveLength(1);
  });
});

describe('a run', () => {
  const prepare = (rig: NotedRig) => {
    const player = new Player(rig as never, setting);
    return { take: () => Promise.resolve({ rig, player }) } as never;
  };

  it('ends its client, also where it cannot be played', async () => {
    const rig = new NotedRig();
    expect((await played(setting, [], { ahead: prepare(rig) })).notPlayed).toBeUndefined();
    expect(rig.done.at(-1)).toBe('end');
    const other = new NotedRig(() => new TypeError('defect'));
    await expect(played(setting, [], { ahead: prepare(other) })).rejects.toThrow('defect');
    expect(other.done.at(-1)).toBe('end');
  });

  it('that nothing disturbs says when its client has started, and ends it', async () => {
    const ended = vi.spyOn(ControllersRig.prototype, 'end');
    let starts = 0;
    const idle = defineController({ name: 'idle', start: () => undefined });
    const client = { controllers: [idle] };
    await undisturbed({ ...setting, client, steps: [] }, () => (starts += 1));
    expect([starts, ended.mock.calls.length]).toEqual([1, 1]);
    ended.mockRestore();
  });

  it.each<[string, string, (step: object) => unknown, object]>([
    ['passes', '{"away":"client","step":1,"through":1}', () => undefined, { verdict: 'pass' }],
    [
      'is not exercised',
      '{"stale":"pods","step":1,"through":1}',
      () => undefined,
      {
        verdict: 'not exercised',
        reason:
          'this did not happen: watches of pods show nothing newer from the beginning of step 1 until step 1 is done',
      },
    ],
    [
      'is not exercised, as its steps cannot be played',
      '{"stale":"pods","step":1,"through":1}',
      () => failed,
      {
        verdict: 'not exercised',
        reason: 'step 1 failed: no\n  expected: one\n  found:    none',
      },
    ],
    [
      'fails',
      '{"away":"client","step":1,"through":1}',
      () => failed,
      {
        ...{ verdict: 'fail', output: 'said' },
        findings: [
          {
            rule: 'the steps can be played, as in an undisturbed run',
            found: 'step 1 failed: no\n  expected: one\n  found:    none',
            because: 'What a step is about should be there by then.',
            mark: 'not played',
          },
        ],
      },
    ],
  ])('%s', async (_, text, fails, verdict) => {
    const { outcome } = await play('');
    const counts = new Map([['created pods', 99]]);
    for (const { key } of outcome.history) counts.set(`created pods ${key}`, 99);
    for (const number of [4, 5]) counts.set(`created pods default/p${number}`, 99);
    const learned = {
      ...{ end: outcome.end, resources: ['pods'], unstable: [], counts, rests: true },
    } as unknown as Learned;
    const plan = readPlan(`[${text}]`, '--plan');
    const result = await judged(setting, plan, learned, { ahead: prepare(new NotedRig(fails)) });
    expect(result).toEqual({
      ...{ plan, wallMs: expect.any(Number) as unknown },
      ...verdict,
    });
  });
});
