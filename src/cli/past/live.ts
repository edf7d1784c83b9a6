/** The past of a running server, over HTTP. */
import { apiVersionOf, type Kind } from '#kinds';
import { parseTime, type KubeObject } from '#values';
import type { Absence, Explanation, Moment, WhyNotQuestion, WhyQuestion } from '#record';
import type { Connection } from '#remote';
import { askServer } from '../ask-server.ts';
import { readKubeconfig } from '../kubeconfig.ts';
import { UsageError } from '../usage-error.ts';
import type { PastCommandOptions } from './options.ts';

/** Objects of a kind, or the one of that name, by default in the namespace `default`. */
export interface ObjectQuery {
  readonly kind: Kind;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

/** A server that keeps its past for a while. Its errors become {@link UsageError}s. */
export class LivePast {
  readonly #server: Connection;

  /** By `kubeconfig`, or KUBECONFIG. @throws {UsageError} also for options that only a scenario has */
  constructor({ kubeconfig, context, seed, set }: PastCommandOptions) {
    if (seed !== undefined || set !== undefined) {
      throw new UsageError('--seed and --set are for a scenario to play; name it by --run');
    }
    try {
      this.#server = readKubeconfig(kubeconfig ?? process.env['KUBECONFIG'], context);
    } catch (error) {
      throw new UsageError(`${(error as Error).message}; or name a run by --run`);
    }
  }

  async why({ at, ...about }: WhyQuestion): Promise<Explanation> {
    return this.#get<Explanation>('/orrery/v1/why', {
      ...about,
      ...(at === undefined ? {} : { at }),
    });
  }

  async whyNot(question: WhyNotQuestion): Promise<Absence> {
    const entries = Object.entries(question).filter(([, value]) => value !== undefined);
    return this.#get<Absence>('/orrery/v1/why-not', Object.fromEntries(entries));
  }

  /** The revision at a moment; now without one. */
  async moment(at: string | undefined): Promise<Moment> {
    const { revision, time } = await this.#get<{ revision: number; time: string }>(
      '/orrery/v1/revision',
      at === undefined ? {} : { at },
    );
    return { revision, time: parseTime(time) };
  }

  /** Objects as they stood at a revision. */
  async list(
    { kind, namespace, name }: ObjectQuery,
    revision: number,
  ): Promise<readonly KubeObject[]> {
    const root = kind.group === '' ? '/api' : '/apis';
    const space = namespace ?? (name === undefined ? undefined : 'default');
    const within = kind.namespaced && space !== undefined ? `/namespaces/${space}` : '';
    const { items } = await this.#get<{ items: readonly KubeObject[] }>(
      `${root}/${apiVersionOf(kind)}${within}/${kind.plural}`,
      {
        resourceVersion: String(revision),
        resourceVersionMatch: 'Exact',
        ...(name === undefined ? {} : { fieldSelector: `metadata.name=${name}` }),
      },
    );
    const identity = { apiVersion: apiVersionOf(kind), kind: kind.kind };
    // Items of a list have no kind and apiVersion.
    return items.map((item) => ({ ...identity, ...item }));
  }

  async #get<T>(path: string, query: Readonly<Record<string, string>>): Promise<T> {
    const search = new URLSearchParams(query).toString();
    try {
      const text = await askServer(this.#server, {
        method: 'GET',
        path: search === '' ? path : `${path}?${search}`,
      });
      return JSON.parse(text) as T;
    } catch (error) {
      throw new UsageError((error as Error).message);
    }
  }
}
