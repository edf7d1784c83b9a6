import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultProfile } from '#kinds';
import {
  assign,
  createActor,
  createMachine,
  setup,
  transition,
  type AnyStateMachine,
} from 'xstate';
import type { Timer } from '#clock';
import { omitFields } from '#values';
import type { Pod } from '#types';
import { FakeClock } from '../../../support/fake-clock.ts';
import { behaviourOf } from '../../../../src/pool/behaviour/annotations.ts';
import type { Behaviour } from '../../../../src/pool/behaviour/behaviour.ts';
import { compile } from '../../../../src/pool/table/compile.ts';
import { exitOf, type ReportedStage } from '../../../../src/pool/pod/container-status.ts';
import { Interpreter, type Subject } from '../../../../src/pool/table/interpreter.ts';
import {
  nodeMachine,
  type NodeHost,
  type NodeSubject,
} from '../../../../src/pool/node/node-machine.ts';
import { podMachine } from '../../../../src/pool/pod/pod-machine.ts';
import { podStatus } from '../../../../src/pool/pod/pod-status.ts';
import type { PodHost, PodSubject } from '../../../../src/pool/pod/pod-subject.ts';
import { foundAfter } from '../../../../src/pool/pod/probes.ts';
import { refusalOf, type Refusal } from '../../../../src/pool/pod/refusal.ts';
import { makeContainer, makeNode, makePod, T0 } from '../objects.ts';
import { reportsOf } from '../../../../src/pool/pod/reports.ts';

/** An actor's clock on ours. xstate sets no timer for a delay that is infinite if this does not. */
function actorClock(clock: FakeClock) {
  const timers = new Map<number, Timer>();
  let last = 0;
  return {
    setTimeout(run: () => void, ms: number): number {
      if (ms !== Infinity) timers.set(++last, clock.after(ms, run, { name: 'actor' }));
      return last;
    },
    clearTimeout: (id: number): void => timers.get(id)?.cancel(),
  };
}

/** The two ways of running one machine, behind one face. */
interface Runner {
  readonly clock: FakeClock;
  readonly log: string[];
  stage(): string;
  send(type: string): void;
}

describe('pods: the table and the actor agree', () => {
  interface World extends Runner {
    readonly subject: TestPod;
    /** The stage that xstate says an event leads to; nothing is done about it. */
    foretell(type: string): string;
  }
  class TestPod implements Subject, PodSubject {
    host!: PodHost<TestPod>;
    state = 0;
    timers: Timer[] | undefined = undefined;
    timerOptions = { name: 'pod', quiet: true };
    since = 0;
    pod: Pod = makePod();
    behaviour: Behaviour = behaviourOf(this.pod);
    exit = exitOf(0);
    delayMs = 0;
    initIndex = Infinity;
    mountFailures = 0;
    mountFailedAt = 0;
    refusal: Refusal | undefined = undefined;

    change(pod: Pod): void {
      this.pod = pod;
      this.behaviour = behaviourOf(pod);
    }
  }

  function world(useTable: boolean): World {
    const clock = new FakeClock(T0);
    const log: string[] = [];
    const subject = new TestPod();
    const node = makeNode();
    const note = (what: string): void =>
      void log.push(`${clock.now() - T0} ${what} ${subject.since - T0}`);
    subject.host = {
      now: () => clock.now(),
      imagesReadyAt: ({ since }) => since,
      volumesReadyAt: () => 0,
      report: () => note('report'),
      killing: () => note('killing'),
      unhealthy: () => note('unhealthy'),
      unmounted: () => note('unmounted'),
      unconfigured: () => note('unconfigured'),
      refusal: ({ pod }) =>
        refusalOf(pod, { node, requests: {}, taken: { pods: 0 }, others: () => [] }),
    };
    const machine = podMachine();
    let stage: () => string;
    const foretell = (type: string): string => {
      const now = machine.resolveState({ value: stage() as 'gone', context: { subject } });
      return transition(machine, now, { type: type as 'sync' })[0].value;
    };
    if (useTable) {
      const interpreter = new Interpreter<TestPod>(compile<PodSubject>(machine), clock);
      subject.state = interpreter.initial;
      stage = () => interpreter.stateOf(subject);
      const send = (type: string): void => interpreter.send(subject, { type });
      return { clock, log, subject, send, stage, foretell };
    }
    const actor = createActor(machine, { input: { subject }, clock: actorClock(clock) }).start();
    stage = () => actor.getSnapshot().value;
    const send = (type: string): void => actor.send({ type: type as 'sync' });
    return { clock, log, subject, send, stage, foretell };
  }

  /** What the kubelet would write now: it feeds back into what is recalled. */
  function writeStatus({ subject, clock, stage }: World): void {
    const name = stage();
    if (['unknown', 'terminating', 'gone'].includes(name)) return;
    const status = podStatus(subject.pod, {
      stage: name as ReportedStage,
      since: subject.since,
      exit: subject.exit,
      delayMs: subject.delayMs,
      initIndex: subject.initIndex,
      refusal: subject.refusal,
      reports: reportsOf(defaultProfile),
      found: (each) => foundAfter(each, subject.behaviour, clock.now() - subject.since),
      now: clock.now(),
      hostIP: '172.18.0.2',
      podIP: '10.128.0.1',
    });
    subject.change({ ...subject.pod, status });
  }

  const seconds = fc.constantFrom('0', '1', '2', '5', '0.5', 'x');
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ advance: fc.constantFrom(0, 1, 499, 500, 1000, 2000, 9999, 10_000) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        annotate: fc.constantFrom(
          ...['start', 'ready', 'run', 'terminate', 'crash', 'init', 'unhealthy'],
        ),
        seconds,
      }),
    },
    { weight: 2, arbitrary: fc.record({ ready: fc.constantFrom('true', 'false') }) },
    { weight: 2, arbitrary: fc.record({ unconfigured: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ exitCode: fc.constantFrom('0', '1') }) },
    { weight: 2, arbitrary: fc.record({ initExitCode: fc.constantFrom('0', '1') }) },
    { weight: 2, arbitrary: fc.record({ inits: fc.constantFrom(0, 1, 2) }) },
    { weight: 1, arbitrary: fc.record({ deadline: fc.constantFrom(1, 5, 20) }) },
    { weight: 1, arbitrary: fc.record({ sysctl: fc.constantFrom('kernel.msgmax') }) },
    {
      weight: 2,
      arbitrary: fc.record({ policy: fc.constantFrom('Always', 'OnFailure', 'Never') }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ startupProbe: fc.constantFrom({}, { periodSeconds: 2 }) }),
    },
    { weight: 2, arbitrary: fc.record({ image: fc.constantFrom('app:v1', 'app:broken') }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        { remove: true },
        { finish: true },
        { event: 'freeze' },
        { event: 'boot' },
      ),
    },
    { weight: 6, arbitrary: fc.constantFrom({ event: 'sync' }, { write: true }) },
  );
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

  function perform(world: World, what: Step): void {
    const { subject } = world;
    const { pod } = subject;
    const annotate = (name: string, value: string): void => {
      const annotations = { ...pod.metadata.annotations, [`sim/${name}`]: value };
      subject.change({ ...pod, metadata: { ...pod.metadata, annotations } });
    };
    if ('advance' in what) world.clock.advance(what.advance);
    else if ('annotate' in what) annotate(`${what.annotate}-seconds`, what.seconds);
    else if ('ready' in what) annotate('ready', what.ready);
    else if ('unconfigured' in what) {
      const others = omitFields(pod.metadata.annotations ?? {}, ['sim/unconfigured']);
      const why = 'secret "x" not found';
      const annotations = { ...others, ...(what.unconfigured && { 'sim/unconfigured': why }) };
      subject.change({ ...pod, metadata: { ...pod.metadata, annotations } });
    } else if ('exitCode' in what) annotate('exit-code', what.exitCode);
    else if ('initExitCode' in what) annotate('init-exit-code', what.initExitCode);
    else if ('inits' in what) {
      const initContainers = Array.from({ length: what.inits }, (_, i) =>
        makeContainer(`init-${i}`),
      );
      subject.change({ ...pod, spec: { ...pod.spec, initContainers } });
    } else if ('deadline' in what) {
      subject.change({ ...pod, spec: { ...pod.spec, activeDeadlineSeconds: what.deadline } });
    } else if ('sysctl' in what) {
      const securityContext = { sysctls: [{ name: what.sysctl, value: '1' }] };
      subject.change({ ...pod, spec: { ...pod.spec, securityContext } });
    } else if ('policy' in what)
      subject.change({ ...pod, spec: { ...pod.spec, restartPolicy: what.policy as 'Always' } });
    else if ('image' in what) {
      subject.change({
        ...pod,
        spec: {
          ...pod.spec,
          containers: [{ ...makeContainer('main', what.image), livenessProbe: {} }],
        },
      });
    } else if ('startupProbe' in what) {
      const probed = { ...makeContainer('probed'), startupProbe: what.startupProbe };
      subject.change({ ...pod, spec: { ...pod.spec, containers: [makeContainer(), probed] } });
    } else if ('remove' in what) {
      const deletionTimestamp = '2025-10-09T08:53:50Z';
      subject.change({
        ...pod,
        metadata: { ...pod.metadata, deletionTimestamp, deletionGracePeriodSeconds: 30 },
      });
    } else if ('finish' in what) {
      subject.change({ ...pod, status: { ...pod.status, phase: 'Failed' } });
    } else if ('write' in what) writeStatus(world);
    else world.send(what.event);
  }

  it('in random lives', () => {
    const stages = new Set<string>();
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
        const [table, actor] = [world(true), world(false)];
        for (const each of [{ event: 'sync' }, ...steps]) {
          const { event } = each as { readonly event?: string };
          const foretold = event === undefined ? undefined : table.foretell(event);
          perform(table, each as Step);
          if (foretold !== undefined) expect(table.stage()).toBe(foretold);
          perform(actor, each as Step);
          if (table.stage() !== actor.stage()) expect(table.stage()).toBe(actor.stage());
          stages.add(table.stage());
        }
        expect(table.log).toEqual(actor.log);
        expect(table.clock.timers().length).toBe(actor.clock.timers().length);
      }),
      { numRuns: 1000 },
    );
    const all =
      'unknown starting imagePullBackOff initializing initBackOff unconfigured notReady ready stopped backOff ' +
      'ended terminating gone';
    expect([...stages].sort()).toEqual(all.split(' ').sort());
  }, 60_000);
});

describe('nodes: the table and the actor agree', () => {
  class TestNode implements Subject, NodeSubject {
    host!: NodeHost<TestNode>;
    state = 0;
    timers: Timer[] | undefined = undefined;
    timerOptions = { name: 'node', quiet: true };
    node = makeNode();
  }

  function world(useTable: boolean): Runner & { subject: TestNode } {
    const clock = new FakeClock(T0);
    const log: string[] = [];
    const subject = new TestNode();
    const note = (what: string): void => void log.push(`${clock.now() - T0} ${what}`);
    subject.host = {
      post: () => note('post'),
      startRenewing: () => note('start'),
      stopRenewing: (_, oneLast) => note(`stop ${oneLast}`),
      thaw: () => note('thaw'),
      freeze: () => note('freeze'),
      die: () => note('die'),
    };
    const machine = nodeMachine();
    const cause = { timer: 'test' };
    if (useTable) {
      const interpreter = new Interpreter<TestNode>(compile<NodeSubject>(machine), clock);
      subject.state = interpreter.initial;
      const send = (type: string): void => interpreter.send(subject, { type, cause });
      return { clock, log, subject, send, stage: () => interpreter.stateOf(subject) };
    }
    const actor = createActor(machine, { input: { subject }, clock: actorClock(clock) }).start();
    const send = (type: string): void => actor.send({ type: type as 'sync', cause });
    return { clock, log, subject, send, stage: () => actor.getSnapshot().value };
  }

  it('in random lives', () => {
    const bool = fc.constantFrom('true', 'false');
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(100_000, 299_999, 300_000, 700_000) },
      {
        weight: 4,
        arbitrary: fc.record({ 'sim/silent': bool, 'sim/off': bool }),
      },
      { weight: 1, arbitrary: fc.constant('lose' as const) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const [table, actor] = [world(true), world(false)];
        for (const each of steps) {
          for (const { clock, subject, send } of [table, actor]) {
            if (typeof each === 'number') clock.advance(each);
            else if (each === 'lose') send('lose');
            else {
              subject.node = {
                ...subject.node,
                metadata: { ...subject.node.metadata, annotations: each },
              };
              send('sync');
            }
          }
          expect(table.stage()).toBe(actor.stage());
        }
        expect(table.log).toEqual(actor.log);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what a table does not do is refused', () => {
  const parts = setup({
    types: {} as { events: { type: 'go' } },
    guards: { yes: () => true },
    actions: { act: () => undefined, keep: assign({}) },
  });
  const flat = { initial: 'a', states: { a: {}, b: {} } } as const;

  it.each<[string, AnyStateMachine]>([
    [
      'state a of type compound',
      createMachine({ initial: 'a', states: { a: { initial: 'b', states: { b: {} } } } }),
    ],
    ['type parallel', createMachine({ type: 'parallel', states: { a: {}, b: {} } })],
    ['state a of type final', createMachine({ initial: 'a', states: { a: { type: 'final' } } })],
    ['always', createMachine({ initial: 'a', states: { a: { always: 'b' }, b: {} } })],
    ['invoke', createMachine({ initial: 'a', states: { a: { invoke: { src: 'x' } } } })],
    ['whole machine', createMachine({ ...flat, on: { go: '.b' } })],
    ['whole machine', createMachine({ ...flat, entry: () => undefined })],
    ['event \\*', createMachine({ initial: 'a', states: { a: { on: { '*': 'b' } }, b: {} } })],
    ['initial state a', parts.createMachine({ initial: 'a', states: { a: { entry: 'act' } } })],
    [
      'initial state a',
      createMachine({ initial: 'a', states: { a: { after: { 5: 'b' } }, b: {} } }),
    ],
    [
      'guards',
      createMachine({
        initial: 'a',
        states: { a: { on: { go: { guard: () => true, target: 'b' } } }, b: {} },
      }),
    ],
    [
      'actions',
      createMachine({ initial: 'a', states: { a: { on: { go: { actions: () => undefined } } } } }),
    ],
    [
      'actions',
      parts.createMachine({ initial: 'a', states: { a: { on: { go: { actions: 'keep' } } } } }),
    ],
    [
      'unknown delay',
      createMachine({
        initial: 'a',
        states: { a: { on: { go: 'b' } }, b: { after: { soon: 'a' } } },
      }),
    ],
  ])('%s', (what, machine) => {
    expect(() => compile(machine)).toThrow(new RegExp(what));
  });

  it.each<[string, object]>([
    ['several targets in state a', { a: { on: { go: { target: ['a', 'b'] } } } }],
    ['target c', { a: { on: { go: 'c' } } }],
    ['target .b', { a: { on: { go: '.b' } } }],
    ['onDone in state a', { a: { onDone: 'b' } }],
    ['tags in state a', { a: { tags: 'x' } }],
    ['later in state a', { a: { on: { go: { target: 'b', later: true } } } }],
  ])('%s', (what, states) => {
    const config = { ...flat, states: { ...flat.states, ...states } };
    const machine = { id: 'm', config, implementations: parts.createMachine({}).implementations };
    expect(() => compile(machine as never)).toThrow(`machine m: a table has no ${what}`);
  });

  it('but nothing that is written for people', () => {
    const a = { description: 'First.', meta: { colour: 'red' } };
    const machine = createMachine({ ...flat, description: 'All.', states: { a, b: {} } });
    expect(compile(machine).initial).toBe(0);
  });

  it('and only the public definition of a machine counts', () => {
    const { id, config, implementations } = podMachine();
    const { states } = compile({ id, config, implementations } as never);
    const starting = states.find(({ name }) => name === 'starting')!;
    const names = states.map(({ name }) => name);
    expect(names[0]).toBe('unknown');
    expect(starting.after.map(({ event }) => event.timer)).toEqual([
      'after starting start',
      'after starting mount',
      'after starting deadline',
    ]);
    const targets = starting.on.get('sync')!.map(({ target }) => names[target]);
    expect(targets).toEqual(['terminating', 'ended', 'starting']);
  });

  it('and what it does is not', () => {
    const machine = parts.createMachine({
      initial: 'a',
      states: {
        a: { on: { go: { guard: 'yes', target: 'b', actions: 'act' } } },
        b: { entry: 'act' },
      },
    });
    expect(compile(machine).states.map(({ name }) => name)).toEqual(['a', 'b']);
  });
});
