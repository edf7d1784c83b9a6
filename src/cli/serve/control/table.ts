/** All routes of the control API, by group. */
import type { Outside } from '#lockstep';
import type { Pacer } from '#clock';
import { ApiError } from '#values';
import type { FaultMark } from '#record';
import type { ClientMeter, RequestLog } from '#server';
import type { Simulator } from '#simulator';
import type { Advances } from '../advances.ts';
import type { Host } from '../beginning.ts';
import type { ServedSteps } from '../steps.ts';
import type { Waiting } from '../waiting.ts';
import { barrierRoutes } from './barrier.ts';
import { clientRoutes } from './clients.ts';
import { clockRoutes } from './clock.ts';
import { clusterRoutes } from './cluster.ts';
import { faultRoutes } from './faults.ts';
import { pastRoutes } from './past.ts';
import type { Releases } from '#record';
import type { Programs } from '../programs.ts';
import { programRoutes } from './programs.ts';
import { recordRoutes } from './record.ts';
import type { ControlRoute } from './route.ts';
import { stateRoutes } from './state.ts';
import { stepRoutes } from './steps.ts';

/** What the routes act on. */
export interface Controlled {
  readonly simulator: Simulator;
  readonly pacer: Pacer;
  readonly advances: Advances;
  readonly outside: Outside;
  readonly waiting: Waiting;
  readonly steps: ServedSteps;
  readonly seed: number;
  readonly host: Host;
  readonly meter: ClientMeter;
  readonly requests: RequestLog;
  /** What faults have struck, the last ones. */
  readonly faultMarks: () => readonly FaultMark[];
  /** What stands for pods. */
  readonly programs: Programs;
  /** Other servers have the same store, and so the same clock. */
  readonly isShared: boolean;
}

export function controlRoutes(controlled: Controlled): readonly ControlRoute[] {
  const { simulator, pacer, advances, outside, waiting, steps, seed, host, meter } = controlled;
  const { faultMarks, requests, isShared, programs } = controlled;
  const { store, kinds: registry, record, clock, faults } = simulator;
  const now = (): number => pacer.present();
  const releases = (): Releases => simulator.releases.recorded;
  return [
    ...clockRoutes({ clock, pacer, advances, waiting, steps }).map((each) =>
      isShared && each.method !== 'GET' ? { ...each, handle: refuseToMove } : each,
    ),
    ...barrierRoutes(outside),
    ...stepRoutes({ steps, now }),
    ...pastRoutes({ store, registry, releases, startMs: record.startMs, now, faults }),
    ...faultRoutes(faults, registry),
    ...recordRoutes({
      ...{ store, steps, faults: faultMarks, seed, startMs: record.startMs, now },
      releases,
    }),
    ...clientRoutes({ meter, requests }),
    ...clusterRoutes({ host }),
    ...programRoutes(programs),
    ...stateRoutes({ clock, store, kinds: () => simulator.kinds, seed, host }),
  ];
}

function refuseToMove(): never {
  const why = "the servers of an etcd (--etcd) have the machine's clock";
  throw new ApiError(409, 'Conflict', why);
}
