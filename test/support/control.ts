/** The control API in tests: of a clock without a cluster, and of a whole cluster. */
import { machineTimers, machineWall, Pacer, type VirtualClock } from '#clock';
import { controllers } from '#controllers';
import { ApiError, parseTime } from '#values';
import { Outside } from '#lockstep';
import { listen, type Tokens } from '#server';
import { Advances } from '../../src/cli/serve/advances.ts';
import { clockRoutes } from '../../src/cli/serve/control/clock.ts';
import { servedRoutes } from '../../src/cli/serve/control/served.ts';
import { DefectLog } from '../../src/cli/serve/defects.ts';
import { Programs } from '../../src/cli/serve/programs.ts';
import type { ClusterPlan } from '../../src/cli/serve/cluster.ts';
import { ClusterHost } from '../../src/cli/serve/host.ts';
import { appParts } from '../../src/cli/serve/make-app.ts';
import type { ServeOptions } from '../../src/cli/serve/options.ts';
import { Waiting } from '../../src/cli/serve/waiting.ts';
import { adminToken } from './server.ts';

/** Routes of a clock that stands still. */
export function servedClock(clock: VirtualClock, stopping: AbortSignal) {
  const pacer = new Pacer(clock, { pace: 'manual' });
  const advances = new Advances(clock, pacer, stopping);
  const steps = { play: () => Promise.reject(new Error('there is no cluster')) };
  const outside = new Outside({
    wall: machineWall,
    timers: machineTimers(),
    revision: () => 0,
  });
  const waiting = new Waiting(outside, 'off', () => pacer);
  return servedRoutes(clockRoutes({ clock, pacer, advances, waiting, steps }));
}

export interface ControlRig {
  readonly url: string;
  readonly host: ClusterHost;
  readonly failures: unknown[];
  /** Who may ask. */
  readonly tokens: Tokens;
  close(): Promise<void>;
}

export const controlToken = adminToken;

/** A cluster behind a server over plain HTTP, as `orrery serve` has it. Time stands still. `more` is of the plan, beside the options. */
export async function controlRig(
  options: Partial<ServeOptions> = {},
  more: Partial<ClusterPlan> = {},
): Promise<ControlRig> {
  const all: ServeOptions = {
    ...{ port: 0, address: '127.0.0.1', http: true, httpAdmin: false, anonymousAuth: false },
    ...{ controllers: 'all', pool: true, clock: 'manual', disableAdmissionPlugins: '' },
    ...{ webhookAddress: [], featureGates: '', seed: 1, seedStrict: false, verbose: false },
    ...{ output: 'text', durability: 'strict', compactAfter: 64, page: false, pagePort: 0 },
    ...{ etcdPrefix: '/registry', etcdCompaction: 300_000 },
    outside: { quiet: 20, cap: 2000 },
    nodes: 2,
    ...options,
  };
  const failures: unknown[] = [];
  const fail = (error: unknown): void => void failures.push(error);
  const defects = new DefectLog((text) => fail(new Error(text)));
  const parts = appParts(
    all,
    { token: controlToken },
    {
      address: () => `127.0.0.1:${listening.port}`,
      defects,
      programs: new Programs([]),
    },
  );
  const plan = {
    options: all,
    startMs: parseTime('2026-01-01T00:00:00Z'),
    simulator: { controllers },
    parts,
    onStep: () => undefined,
    ...more,
  };
  const host = new ClusterHost(plan, fail);
  const listening = await listen(host.app, {
    ...{ host: '127.0.0.1', port: 0 },
    timers: machineTimers(),
  });
  await host.begin();
  return {
    url: `http://127.0.0.1:${listening.port}`,
    ...{ host, failures, tokens: parts.tokens },
    close: () =>
      host.end(new ApiError(503, 'ServiceUnavailable', 'the test is over'), () =>
        listening.close(),
      ),
  };
}
