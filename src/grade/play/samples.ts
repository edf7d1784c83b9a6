/** Objects of a kind, for clients to read: made after one of the user's, or from what the kind needs. */
import type { Cluster } from '#kit';
import type { Subject } from '../subject.ts';

/** What objects of some kinds need beside a name. */
const needs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  pods: { spec: { containers: [{ name: 'main', image: 'example.com/graded:1' }] } },
  services: { spec: { ports: [{ port: 80 }], selector: { app: 'graded' } } },
  'deployments.apps': { spec: workload() },
  'replicasets.apps': { spec: workload() },
  'daemonsets.apps': { spec: workload() },
  'statefulsets.apps': { spec: { ...workload(), serviceName: 'graded' } },
  'jobs.batch': {
    spec: { template: { spec: { ...podSpec(), restartPolicy: 'Never' } } },
  },
  'cronjobs.batch': {
    spec: {
      schedule: '0 0 1 1 *',
      jobTemplate: { spec: { template: { spec: { ...podSpec(), restartPolicy: 'Never' } } } },
    },
  },
};

function podSpec(): object {
  return { containers: [{ name: 'main', image: 'example.com/graded:1' }] };
}

function workload(): object {
  const labels = { app: 'graded' };
  return { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: podSpec() } };
}

/** The label by which they are known. */
const label = 'orrery/graded';

export class Samples {
  readonly #cluster: Cluster;
  readonly #subject: Subject;
  readonly #names: string[] = [];
  #touched = 0;

  constructor(cluster: Cluster, subject: Subject) {
    this.#cluster = cluster;
    this.#subject = subject;
  }

  async add(count: number): Promise<void> {
    const model = await this.#model();
    const { apiVersion, kind, namespace } = this.#subject;
    for (let i = 0; i < count; i++) {
      const name = `graded-${this.#names.length + 1}`;
      this.#names.push(name);
      await this.#cluster.create({
        ...{ apiVersion, kind, ...model },
        metadata: {
          name,
          ...(namespace !== '' && { namespace }),
          labels: { [label]: 'true' },
        },
      });
    }
  }

  /** Changes those made last, or, where none were made, the user's. */
  async touch(count: number): Promise<void> {
    this.#touched += 1;
    const annotations = { 'orrery/touched': String(this.#touched) };
    for (const { name, namespace } of await this.#last(count)) {
      const where = namespace === undefined ? {} : { namespace };
      await this.#cluster.patch(this.#subject.kind, name, { metadata: { annotations } }, where);
    }
  }

  async remove(count: number): Promise<void> {
    for (const { name, namespace } of await this.#last(count)) {
      const where = namespace === undefined ? {} : { namespace };
      await this.#cluster.delete(this.#subject.kind, name, where);
    }
  }

  async #last(count: number): Promise<readonly { name: string; namespace?: string }[]> {
    const all = await this.#cluster.list(this.#subject.kind);
    const result = all.filter(({ metadata }) => metadata.labels?.[label] !== undefined);
    const from = result.length > 0 ? result : all;
    return from
      .map(({ metadata }) => metadata as { name: string; namespace?: string })
      .sort((a, b) => this.#order(a) - this.#order(b))
      .slice(-count);
  }

  /** In the order in which they were made. */
  #order({ name }: { readonly name: string }): number {
    return this.#names.indexOf(name);
  }

  async #model(): Promise<object> {
    const known = needs[this.#subject.resource];
    if (known !== undefined) return known;
    const [first] = await this.#cluster.list(this.#subject.kind);
    if (first === undefined) return {};
    const own = ['apiVersion', 'kind', 'metadata', 'status'];
    return Object.fromEntries(Object.entries(first).filter(([name]) => !own.includes(name)));
  }
}
