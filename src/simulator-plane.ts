/** The processes of one release around the API: controllers, programs, kubelets, and what belongs to the API server. */
import type { Random, Clock } from '#clock';
import type { Profile } from '#kinds';
import {
  AccountedClients,
  ControllerManager,
  Programs,
  type ClientFactory,
  type QueueMeter,
} from '#runtime';
import type { SimulatorOptions } from './simulator-options.ts';

/** What they work with. */
export interface ControlPlaneParts {
  readonly clock: Clock;
  readonly clients: ClientFactory;
  readonly random: Random;
  readonly profile: Profile;
  readonly options: SimulatorOptions;
}

export class ControlPlane {
  readonly manager: ControllerManager;
  readonly programs: Programs;
  readonly kubelets: ControllerManager;
  readonly ofApiServer: ControllerManager;

  constructor({ options, ...parts }: ControlPlaneParts) {
    const { rootCa, authority, podsPerObject, onReconcileError: onError } = options;
    const common = { ...parts, podsPerObject, onError };
    const clients =
      options.controllerAccounts === true
        ? new AccountedClients(parts.clients, options.controllers)
        : parts.clients;
    this.manager = new ControllerManager({ ...common, clients, rootCa, authority });
    this.programs = new Programs(options.programs ?? [], { ...common, order: options.order });
    this.kubelets = new ControllerManager({ ...common, actor: 'kubelet' });
    this.ofApiServer = new ControllerManager({ ...common, actor: 'kube-apiserver' });
  }

  /** What the controllers' work queues have had to do so far. */
  get queues(): readonly QueueMeter[] {
    return [...this.manager.queues, ...this.programs.queues];
  }

  /** How often controllers have reconciled so far. */
  get reconciles(): number {
    return this.manager.reconciles + this.programs.reconciles;
  }

  /** The names of the controllers that run. */
  get running(): readonly string[] {
    return [...this.manager.running, ...this.programs.running];
  }

  /** Resolves once all that it had sent before it was stopped is answered. */
  async answered(): Promise<void> {
    const { manager, kubelets, ofApiServer } = this;
    await Promise.all([manager, kubelets, ofApiServer].map((each) => each.answered()));
  }

  /** Stops everything but what belongs to the API server, at once. */
  stop(): void {
    this.manager.stop();
    this.programs.stop();
    this.kubelets.stop();
  }
}
