/** How a case is played against a client that does what the test says, and which cases fit a client. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { machineWall } from '#clock';
import { CheckFailedError, type SeenRequest } from '#kit';
import type { CaseStep, GradeCase } from '../../../src/grade/case/case.ts';
import { gradeCase, type Graded } from '../../../src/grade/grade-case.ts';
import { CasePlayer, type Expectations } from '../../../src/grade/play/player.ts';
import { clientUser, type Stage } from '../../../src/grade/play/stage.ts';
import type { Subject } from '../../../src/grade/subject.ts';

const subject: Subject = {
  ...{ resource: 'configmaps', apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default' },
  ...{ isCustom: false, reads: ['configmaps'], writes: ['secrets'], applies: false },
  ...{ made: 'secrets', creates: 1 },
};
const usual: GradeCase = {
  ...{ id: 'a/b', number: '1.1', family: 'a', title: 't', source: 's', says: 'x' },
  ...{ audience: 'any', isQuick: true, startsLate: false, objects: 0, mayEnd: false },
  ...{ tokenFile: false, mutants: [], steps: [], rules: [] },
};

/** The wall's time: each look at it takes 100 ms, and nothing waits. */
let now: number;
beforeEach(() => {
  now = 0;
  vi.spyOn(machineWall, 'now').mockImplementation(() => (now += 100));
  vi.spyOn(machineWall, 'sleep').mockImplementation(() => Promise.resolve());
});
afterEach(() => void vi.restoreAllMocks());

const request = (verb: string, resource: string, beganMs: number): SeenRequest =>
  ({
    ...{ verb, resource, beganMs, isResource: true, subresource: '', name: 'a' },
    ...{ namespace: 'default', query: {}, code: 200, events: 0, url: `/${resource}` },
  }) as unknown as SeenRequest;

function rig(more: { requests?: SeenRequest[]; ending?: object; holdsAfter?: number } = {}) {
  const done: unknown[] = [];
  let looks = 0;
  const note =
    (name: string) =>
    (...args: readonly unknown[]): Promise<void> => {
      done.push([name, ...args]);
      return Promise.resolve();
    };
  const stage = {
    requests: more.requests ?? [],
    ...(more.ending !== undefined && { client: { ending: more.ending } }),
    cluster: {
      advance: note('advance'),
      apply: note('apply'),
      list: () => Promise.resolve([]),
      step: (step: { readonly expect?: unknown }) => {
        if (!('expect' in step)) return note('step')(step);
        looks += 1;
        if (looks > (more.holdsAfter ?? Infinity)) return Promise.resolve();
        return Promise.reject(
          Object.assign(Object.create(CheckFailedError.prototype) as object, { found: 'nothing' }),
        );
      },
      faults: {
        inject: (fault: object) => {
          done.push(['fault', fault]);
          return `fault ${done.length}`;
        },
      },
    },
    ...Object.fromEntries(
      ['startClient', 'stopClient', 'restartClient', 'startReplica', 'rotateToken'].map((name) => [
        name,
        note(name),
      ]),
    ),
  } as unknown as Stage;
  const play = (
    steps: readonly unknown[],
    other: Partial<GradeCase> = {},
    expectations: Partial<Expectations> = {},
  ) => {
    const played = { ...usual, ...other, steps: steps as readonly CaseStep[] };
    return new CasePlayer(stage, played, subject, { patience: 1, ...expectations }).play();
  };
  return { done, play };
}

const list = { verb: ['list'], resource: 'configmaps' };
const because = 'it must';

describe('a case', () => {
  it('starts the client first, unless it says when', async () => {
    const early = rig();
    await early.play([]);
    expect(early.done).toEqual([['startClient']]);
    const late = rig();
    await late.play([{ type: 'client', act: 'start' }], { startsLate: true });
    await late.play([], { startsLate: true });
    expect(late.done).toEqual([['startClient']]);
  });

  it('acts on the client and its cluster', async () => {
    const { done, play } = rig();
    await play(
      [
        ...['second', 'stop', 'restart'].map((act) => ({ type: 'client', act })),
        { type: 'rotateToken' },
        { type: 'advance', span: '5s' },
        { type: 'change' },
        { type: 'step', step: { delete: { kind: '$kind' } } },
        { type: 'pause', ms: 5 },
      ],
      { startsLate: true },
      { change: 'a manifest' },
    );
    expect(done).toEqual([
      ...[['startReplica'], ['stopClient'], ['restartClient'], ['rotateToken']],
      ['advance', '5s'],
      ['apply', 'a manifest'],
      ['step', { delete: { kind: 'ConfigMap' } }],
    ]);
  });

  it.each<[fault: object, isOfClient: boolean]>([
    [{ error: 500 }, true],
    [{ connection: 'reset' }, true],
    [{ certificate: 'expired' }, false],
    [{ refuse: true }, false],
    [{ connection: 'refuse' }, false],
    [{ connection: 'handshake' }, false],
  ])('strikes the client alone by %j: %s', async (fault, isOfClient) => {
    const { done, play } = rig();
    const { faults } = await play([{ type: 'step', step: { fault } }], { startsLate: true });
    const match = { client: { user: clientUser } };
    expect(done).toEqual([['fault', { ...fault, ...(isOfClient && { match }) }]]);
    expect(faults).toEqual(isOfClient ? ['fault 1'] : []);
  });

  it('strikes only the requests of the client that it names', async () => {
    const { done, play } = rig();
    const fault = { error: 500, match: { verb: 'list' } };
    await play([{ type: 'step', step: { fault } }], { startsLate: true });
    const match = { client: { user: clientUser }, verb: 'list' };
    expect(done).toEqual([['fault', { error: 500, match }]]);
  });
});

describe('a request', () => {
  it('is waited for; what came before the last act does not count', async () => {
    const { play } = rig({ requests: [request('list', 'configmaps', 1)] });
    const reason = await play(
      [{ type: 'until', pattern: list, withinMs: 2000 }],
      {},
      { patience: 2 },
    );
    expect(reason.notExercised).toMatch(/^the client sent no .*list.* within 4 s$/);
    const seen = rig({ requests: [request('list', 'configmaps', 1e9)] });
    expect(
      (await seen.play([{ type: 'until', pattern: list, withinMs: 2000 }])).notExercised,
    ).toBeUndefined();
  });

  it('that must come is a breach where it does not', async () => {
    const late = request('watch', 'configmaps', 1e9);
    const { play } = rig({ requests: [request('watch', 'configmaps', 1), late] });
    const { breach } = await play([{ type: 'expect', pattern: list, withinMs: 3000, because }]);
    expect(breach).toMatchObject({ found: 'none', because, requests: [late] });
    expect(breach!.rule).toMatch(/^a .*list.* within 3 s$/);
  });

  it('comes no more from a client that has ended', async () => {
    const { play } = rig({ ending: { code: 1 } });
    const before = now;
    await play([{ type: 'until', pattern: list, withinMs: 1_000_000 }]);
    expect(now - before).toBeLessThan(2000);
  });

  it('sets a mark: when it was seen, or when the act began that led to it', async () => {
    const { play } = rig({ requests: [request('list', 'configmaps', 1e9)] });
    const { marks } = await play(
      [
        { type: 'advance', span: '1s', mark: 'acted' },
        { type: 'until', pattern: list, withinMs: 1000, mark: 'seen' },
        { type: 'pause', ms: 1 },
      ],
      { startsLate: true },
    );
    expect([...marks.keys()]).toEqual(['acted', 'seen']);
    expect(marks.get('acted')).toBe(100);
    expect(marks.get('seen')!).toBeGreaterThan(marks.get('acted')!);
  });
});

describe('a condition', () => {
  const condition = { kind: 'ConfigMap', name: 'a' };
  const holds = (withinMs: number, wanted: unknown = condition) => [
    { type: 'holds', condition: wanted, withinMs, because },
  ];

  it('comes to hold, or is a breach', async () => {
    expect(await rig({ holdsAfter: 2 }).play(holds(5000))).not.toHaveProperty('breach');
    const { breach } = await rig().play(holds(5000));
    expect(breach).toMatchObject({ found: 'nothing', because });
    expect(breach!.rule).toBe(`${JSON.stringify(condition)} holds within 5 s`);
  });

  it('can be that of the user', async () => {
    const { breach } = await rig().play(holds(1000, 'goal'), {}, { goal: { kind: 'Node' } });
    expect(breach!.rule).toBe('{"kind":"Node"} holds within 1 s');
  });

  it('is not waited for once the client has crashed, unless it may end', async () => {
    const crashed = { code: 1 };
    for (const [ending, mayEnd, waits] of [
      [crashed, false, false],
      [crashed, true, true],
      [{ code: 0 }, false, true],
    ] as const) {
      now = 0;
      await rig({ ending }).play(holds(100_000), { mayEnd });
      expect(now > 100_000).toBe(waits);
    }
  });

  it('that the client is ready comes before all steps', async () => {
    const { play, done } = rig();
    const ready = { kind: 'Pod' };
    const { notExercised } = await play([{ type: 'advance', span: '1s' }], {}, { ready });
    expect([notExercised, done]).toEqual(['it was never ready (--ready)', [['startClient']]]);
    const soon = rig({ holdsAfter: 1 });
    await soon.play([{ type: 'advance', span: '1s' }], {}, { ready });
    expect(soon.done).toContainEqual(['advance', '1s']);
  });

  it('that it is quiet is one for clients that write', async () => {
    const requests = [request('create', 'secrets', 3000)];
    await rig({ requests }).play([]);
    expect(now).toBeLessThan(1000);
    await rig({ requests }).play([], { audience: 'writer' });
    expect(now).toBeGreaterThan(3600);
    now = 0;
    await rig({ requests: [request('create', 'secrets', 1e9)] }).play([], { audience: 'writer' });
    expect(now).toBeGreaterThan(5000);
    expect(now).toBeLessThan(12_000);
  });
});

describe('a case is not played', () => {
  const of = (more: Partial<GradeCase>, other: Partial<Graded> = {}) =>
    gradeCase({ ...usual, ...more }, {
      ...{ command: [], setup: [], nodes: 0, subject, expectations: { patience: 1 }, ...other },
    } as unknown as Graded);
  const steps = (...list: readonly unknown[]) => ({ steps: list as readonly CaseStep[] });
  const none = { ...subject, made: '', writes: [] };

  it.each<[reason: string, more: Partial<GradeCase>, other?: Partial<Graded>]>([
    ['the client does no server-side apply', { audience: 'applier' }],
    ['what the client reads has no definition', steps({ type: 'definition', act: 'remove' })],
    [
      'the setup (--setup) grants a service account nothing',
      { rules: [{ type: 'rights' }] as unknown as GradeCase['rules'] },
    ],
    ['it is about Kubernetes 1.30 and later', { since: 30 }],
    ['it is about Kubernetes 1.30 and later', { since: 30 }, { kubernetes: '1.29' }],
    ['the client elects no leader', { audience: 'leader' }],
    ['the client writes nothing', { audience: 'writer' }, { subject: none }],
    ['there is no --goal CONDITION', steps({ type: 'holds', condition: 'goal' })],
    ['there is no --ready CONDITION', steps({ type: 'holds', condition: 'ready' })],
    [
      'the client creates nothing',
      steps({ type: 'step', step: { a: '$made' } }),
      { subject: none },
    ],
    ['there is no --change FILE', steps({ type: 'change' })],
    ['there is no --change FILE', steps({ type: 'removeChanged' })],
    ['there is no --change FILE', steps({ type: 'patchChanged', patch: {} })],
  ])('because %s', async (reason, more, other) => {
    const { id, number, family, title, source, says } = usual;
    expect(await of(more, other)).toEqual({
      ...{ id, number, family, title, source, says, reason },
      ...{ verdict: 'not exercised', failures: [], requests: 0, wallMs: 0 },
    });
  });
});
