/** All routes of the control API, by group. */
import type { Pacer } from '#clock';
import type { Simulator } from '#simulator';
import { clockRoutes } from './clock.ts';
import { pastRoutes } from './past.ts';
import type { ControlRoute } from './route.ts';

/** What the routes act on. */
export interface Controlled {
  readonly simulator: Simulator;
  readonly pacer: Pacer;
  /** Aborts long requests, with its reason. */
  readonly stopping: AbortSignal;
}

export function controlRoutes({ simulator, pacer, stopping }: Controlled): readonly ControlRoute[] {
  const { store, features, kinds: registry, record, clock } = simulator;
  const now = (): number => pacer.present();
  return [
    ...clockRoutes(clock, pacer, stopping),
    ...pastRoutes({ store, registry, features, startMs: record.startMs, now }),
  ];
}
