/** What a player does: what it writes first, when it plays steps, and what it reports about them. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '#clock';
import { KindRegistry } from '#catalog';
import { notFound, type KubeObject } from '#values';
import { Client, type Call, type Request } from '#request';
import { parseScenario, Player } from '#scenario';

const registry = new KindRegistry(defaultProfile);

/** A cluster that keeps what it is asked, and has nothing. */
function rig(text: string, seed?: number) {
  const asked: string[] = [];
  const bodies: KubeObject[] = [];
  const clients = {
    as: ({ actor, note }: { actor: string; note?: string }) =>
      new Client(((request: Request) => {
        const { verb, kind } = request as { verb: string; kind?: { plural: string } };
        if (verb === 'get') {
          return Promise.reject(notFound({ group: '', plural: kind!.plural }, 'x'));
        }
        const { body, ref } = request as { body?: KubeObject; ref?: { name: string } };
        const name = body?.metadata.name ?? ref?.name;
        asked.push(`${clock.now()} ${actor} (${note}) ${verb} ${kind!.plural} ${name}`);
        if (body !== undefined) bodies.push(body);
        return Promise.resolve(body ?? {});
      }) as Call),
  };
  const clock = new VirtualClock({ start: 0 });
  const scenario = parseScenario(text, 'x.yaml', registry);
  const started: string[] = [];
  const player = new Player({
    ...{ scenario, clock, clients, kinds: registry, seed },
    machinery: {} as never,
    onStep: ({ step, atMs }) => started.push(`${atMs} ${step.verb}`),
  });
  return { clock, player, asked, bodies, started };
}

describe('a scenario begins', () => {
  const nodes = 'cluster: { nodes: [{ name: a }, { name: b, count: 2 }] }';
  const rules = 'behaviour: [{ match: { image: "x/*" }, pull: 4s }]';
  const begun = async (text: string, seed?: number) => {
    const { player, asked, bodies } = rig(`${text}\nsteps: []`, seed);
    await player.start();
    return { asked, bodies };
  };
  const cluster = ['a', 'b-1', 'b-2'].map((name) => `0 scenario (cluster) create nodes ${name}`);
  const config = '0 scenario (cluster) create configmaps sim-behaviour';

  it.each<[string, string, readonly string[]]>([
    ['nothing', '', []],
    ['its nodes', nodes, cluster],
    ['its rules before its nodes', `${rules}\n${nodes}`, [config, ...cluster]],
  ])('with %s', async (_, text, expected) => {
    expect((await begun(text)).asked).toEqual(expected);
  });

  it('with the seed of the run among its rules', async () => {
    for (const [seed, written] of [
      [undefined, '1'],
      [7, '7'],
    ] as const) {
      const { bodies } = await begun(rules, seed);
      expect(bodies[0]).toMatchObject({ data: { seed: written } });
    }
  });
});

describe('steps', () => {
  const text = `
steps:
  - at: 2s
    apply: { apiVersion: v1, kind: ConfigMap, metadata: { name: late } }
  - at: 1s
    apply: { apiVersion: v1, kind: ConfigMap, metadata: { name: soon } }
  - at: 9s
    expect: { kind: ConfigMap, name: soon }`;

  it('are played at their times, and reported', async () => {
    const { clock, player, asked, started } = rig(text);
    await player.start();
    await clock.advanceTo(999);
    expect(asked).toEqual([]);
    await clock.advanceTo(2000);
    expect(asked).toEqual([
      expect.stringMatching(/^1000 scenario \(.*\) patch configmaps soon$/),
      expect.stringMatching(/^2000 scenario \(.*\) patch configmaps late$/),
    ]);
    expect(started).toEqual(['1000 apply', '2000 apply']);
    expect(player.finish()).toMatchObject([
      { passed: false, startedAtMs: 9000, verb: 'expect', actual: 'the run ended before it began' },
    ]);
  });
});
