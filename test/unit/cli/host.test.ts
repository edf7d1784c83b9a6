/** The cluster of a server, and how another one takes its place. */
import { defaultProfile } from '#kinds';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { machineTimers } from '#clock';
import { openData } from '#durable';
import type { Line, LineState } from '#faults';
import { KindRegistry } from '#catalog';
import { parseScenario } from '#scenario';
import { HostLine } from '../../../src/cli/serve/host-line.ts';
import { captured } from '../../support/captured.ts';
import { controlRig, type ControlRig } from '../../support/control.ts';

const out = captured('host');
let rig: ControlRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const played = (text: string) => parseScenario(text, 's.yaml', new KindRegistry(defaultProfile));
const scenario = played(`
name: s
cluster: { nodes: 3 }
steps:
  - { at: 0s, note: first, cordon: node-1 }
  - { at: 5s, note: second, cordon: node-2 }
`);

describe('a reset', () => {
  it('plays the scenario again, from its beginning', async () => {
    const notes: string[] = [];
    rig = await controlRig({ nodes: 0 }, { scenario, onStep: (note) => void notes.push(note) });
    await rig.host.play();
    await rig.host.simulator.clock.advanceBy(10_000);
    expect(notes).toEqual(['first', 'second']);
    expect(await rig.host.reset({})).toBe(1);
    await rig.host.simulator.clock.advanceBy(0);
    expect(notes).toEqual(['first', 'second', 'first']);
  });

  it('has the seed that is asked for, or that of the options', async () => {
    rig = await controlRig({ seed: 4 });
    expect(await rig.host.reset({ seed: 9 })).toBe(9);
    expect(await rig.host.reset({})).toBe(4);
  });

  it('is refused where the data are kept', async () => {
    const data = await openData(out.folder, {
      ...{ durability: 'relaxed', compactBytes: 1e6 },
      ...{ turn: machineTimers().turn, onFailure: () => undefined },
    });
    rig = await controlRig({}, { data });
    const before = rig.host.simulator;
    await expect(rig.host.reset({})).rejects.toMatchObject({
      code: 409,
      message: 'the server keeps its data (--data): stop it, remove the folder, and start it again',
    });
    expect(rig.host.simulator).toBe(before);
    await data.close();
  });

  it('that cannot be begun leaves the cluster of before', async () => {
    rig = await controlRig();
    const before = rig.host.simulator;
    const wrong = { apiVersion: 'v1', kind: 'Nothing', metadata: { name: 'x' } };
    const state = { time: before.clock.now(), objects: [wrong as never] };
    await expect(rig.host.reset({ state })).rejects.toThrow();
    expect(rig.host.simulator).toBe(before);
    expect(await rig.host.reset({})).toBe(1);
    expect(rig.host.simulator).not.toBe(before);
  });
});

describe('what strikes the connections of a server', () => {
  it('are the faults of the cluster of the moment', async () => {
    rig = await controlRig();
    const { line } = rig.host.app;
    const before = rig.host.simulator.faults;
    let changes = 0;
    line!.onChange(() => changes++);
    await rig.host.reset({});
    expect(changes).toBe(1);
    vi.spyOn(before, 'strikeConnection').mockReturnValue(false);
    vi.spyOn(rig.host.simulator.faults, 'strikeConnection').mockReturnValue(true);
    expect(line!.strikeConnection()).toBe(true);
  });

  /** A line whose faults change when it is asked to. */
  function lineOf(state: LineState, strikes: boolean) {
    const listeners = new Set<() => void>();
    const line: Line = {
      line: state,
      strikeConnection: () => strikes,
      onChange: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    return { line, change: () => listeners.forEach((listener) => listener()) };
  }

  it('tell their listeners of changes, until these have heard enough', () => {
    const [first, second] = [lineOf({}, false), lineOf({ certificate: 'expired' }, true)];
    const line = new HostLine(first.line);
    let heard = 0;
    const stop = line.onChange(() => heard++);
    first.change();
    expect([heard, line.line, line.strikeConnection()]).toEqual([1, {}, false]);
    line.follow(second.line);
    expect([heard, line.line, line.strikeConnection()]).toEqual([
      ...[2, { certificate: 'expired' }, true],
    ]);
    first.change();
    expect(heard).toBe(2);
    second.change();
    expect(heard).toBe(3);
    stop();
    second.change();
    expect(heard).toBe(3);
  });
});
