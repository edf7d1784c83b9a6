import type { ControllerDefinition } from './controller.ts';
import { ControllerManager, type ControllerManagerOptions } from './controller-manager.ts';
import type { QueueMeter } from './queue-meter.ts';

/**
 * Controllers that are programs of their own, as operators are: each has caches of its own, so its
 * lists and watches are its own. One starts when all that it reads is served: its definitions may
 * come later.
 */
export class Programs {
  readonly #definitions: readonly ControllerDefinition[];
  readonly #managers: ReadonlyMap<string, ControllerManager>;

  /** @param options of their managers */
  constructor(
    definitions: readonly ControllerDefinition[],
    options: Omit<ControllerManagerOptions, 'actor'>,
  ) {
    this.#definitions = definitions;
    this.#managers = new Map(
      definitions.map(({ name, actor }) => [name, new ControllerManager({ ...options, actor })]),
    );
  }

  get names(): readonly string[] {
    return [...this.#managers.keys()];
  }

  get running(): readonly string[] {
    return [...this.#managers.values()].flatMap(({ running }) => running);
  }

  get queues(): readonly QueueMeter[] {
    return [...this.#managers.values()].flatMap(({ queues }) => [...queues]);
  }

  get reconciles(): number {
    return [...this.#managers.values()].reduce((sum, { reconciles }) => sum + reconciles, 0);
  }

  /** Starts those of these names that do not run. */
  start(names: readonly string[]): void {
    const { running } = this;
    for (const definition of this.#definitions) {
      const { name } = definition;
      if (!names.includes(name) || running.includes(name)) continue;
      // Its informers report what they cannot read.
      void this.#managers.get(name)!.start([definition]);
    }
  }

  /** Kills those of these names at once. */
  stop(names: readonly string[] = this.names): void {
    for (const name of names) this.#managers.get(name)?.stop();
  }
}
