/** Leader election of `orrery controllers`: its options, and the election. */
import { hostname } from 'node:os';
import { durationOf, durationText, makeSecret, Random, type Clock } from '#clock';
import { lease as leaseKind } from '#kinds';
import type { Origin } from '#values';
import {
  EventBroadcaster,
  LeaderElector,
  timesError,
  type ClientFactory,
  type LeaderElectionTimes,
} from '#runtime';

/** As the command line has them. */
export interface LeaderFlags {
  readonly leaderElect: string | boolean;
  readonly leaderElectLeaseDuration: string;
  readonly leaderElectRenewDeadline: string;
  readonly leaderElectRetryPeriod: string;
  readonly leaderElectResourceName: string;
  readonly leaderElectResourceNamespace: string;
}

export interface LeaderSettings extends LeaderElectionTimes {
  readonly lock: { readonly namespace: string; readonly name: string };
}

/** The controller manager's name, whichever implementation it is. */
export const PROGRAM = 'kube-controller-manager';

/** Returns undefined without an election. @throws {Error} that names the invalid option */
export function leaderSettings(flags: LeaderFlags): LeaderSettings | undefined {
  const { leaderElect } = flags;
  if (!['true', 'false'].includes(String(leaderElect))) {
    throw new Error(`--leader-elect: "${leaderElect}" is not true or false`);
  }
  if (String(leaderElect) === 'false') return undefined;
  const times = {
    leaseDurationMs: durationFlag('lease-duration', flags.leaderElectLeaseDuration),
    renewDeadlineMs: durationFlag('renew-deadline', flags.leaderElectRenewDeadline),
    retryPeriodMs: durationFlag('retry-period', flags.leaderElectRetryPeriod),
  };
  const problem =
    times.leaseDurationMs < 1000 ? 'leaseDuration must be a second or more' : timesError(times);
  if (problem !== undefined) throw new Error(`--leader-elect: ${problem}`);
  const { leaderElectResourceNamespace: namespace, leaderElectResourceName: name } = flags;
  return { ...times, lock: { namespace, name } };
}

function durationFlag(name: string, text: string): number {
  const ms = durationOf(text);
  if (ms !== undefined && ms > 0) return ms;
  throw new Error(`--leader-elect-${name}: "${text}" is not a duration such as 15s`);
}

export interface Candidacy {
  readonly clock: Clock;
  readonly clients: ClientFactory;
  readonly settings: LeaderSettings;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

/** A candidate in the election. */
export class Candidate {
  readonly #elector: LeaderElector;
  readonly #candidacy: Candidacy;
  readonly #identity = `${hostname()}_${makeSecret()}`;
  /** The last reported problem: an unreachable server is reported once, not with every try. */
  #complaint = '';

  constructor(candidacy: Candidacy) {
    const { clock, clients, settings, write, writeError } = candidacy;
    this.#candidacy = candidacy;
    this.#elector = new LeaderElector({
      ...settings,
      clock,
      client: clients.as(origin),
      random: new Random(this.#identity).stream('leader election'),
      identity: this.#identity,
      onWait: (holder) => write(`waiting for the lease ${this.lease}, held by ${holder}`),
      onError: (error) => {
        const { message } = error as Error;
        if (message !== this.#complaint) writeError(`leader election: ${message}`);
        this.#complaint = message;
      },
    });
  }

  /** `kube-system/kube-controller-manager` */
  get lease(): string {
    const { namespace, name } = this.#candidacy.settings.lock;
    return `${namespace}/${name}`;
  }

  /** Resolves when it leads (true), or was stopped before that (false). */
  async acquire(): Promise<boolean> {
    const leads = await this.#elector.acquire();
    if (leads) this.#announce();
    return leads;
  }

  /** Resolves with the reason when it loses the lease; undefined when it was stopped. */
  async untilLost(): Promise<string | undefined> {
    if (!(await this.#elector.hold())) return undefined;
    const { renewDeadlineMs } = this.#candidacy.settings;
    return `leader election lost: the lease ${this.lease} could not be renewed for ${durationText(renewDeadlineMs)}`;
  }

  stop(): void {
    this.#elector.stop();
  }

  #announce(): void {
    const { clock, clients, settings, writeError } = this.#candidacy;
    const events = new EventBroadcaster({
      clock,
      component: PROGRAM,
      style: 'core',
      onError: (error) => writeError(`events: ${(error as Error).message}`),
    });
    const regarding = {
      apiVersion: `${leaseKind.group}/${leaseKind.version}`,
      kind: leaseKind.kind,
      metadata: settings.lock,
    };
    const text = `${this.#identity} became leader`;
    events.recorder(clients.as(origin)).event(regarding, 'Normal', 'LeaderElection', text);
  }
}

const origin: Origin = { actor: PROGRAM };
