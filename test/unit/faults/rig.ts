import { expect } from 'vitest';
import { Random, VirtualClock } from '#clock';
import { Faults, readFault, type Target, type Strike } from '#faults';

/** A request over HTTP. */
export const overHttp: Target = {
  client: { user: 'jane' },
  ...{ verb: 'get', group: '', resource: 'pods', kind: 'Pod', subresource: '' },
  ...{ namespace: 'default', name: 'web' },
};

/** Faults on a clock of their own, at revision 41 at first. */
export class FaultRig {
  readonly clock = new VirtualClock({ start: 0 });
  readonly strikes: Strike[] = [];
  revision = 41;
  readonly faults = new Faults({
    clock: this.clock,
    random: new Random(1),
    revision: () => this.revision,
    drivers: ['scenario'],
    onStrike: (strike) => this.strikes.push(strike),
  });

  constructor(...faults: readonly object[]) {
    for (const fault of faults) this.inject(fault);
  }

  inject(value: object): string {
    const { fault, problems } = readFault(value);
    expect(problems).toEqual([]);
    return this.faults.inject(fault!);
  }
}
