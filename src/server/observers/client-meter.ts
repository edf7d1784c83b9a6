/** Who talks to the server, and what about: a count for each user and program. */
import type { Exchange } from '../exchange/exchange.ts';

export interface SeenClient {
  readonly user: string;
  /** The program, by its own account. */
  readonly userAgent: string;
  /** By verb: `get`, `list`, `watch`, ... */
  readonly requests: Readonly<Record<string, number>>;
  /** The watches that are open. */
  readonly watches: readonly OpenWatch[];
}

export interface OpenWatch {
  /** `pods`, or `deployments.apps`. */
  readonly resource: string;
  /** Absent: all. */
  readonly namespace?: string;
}

interface Entry {
  readonly user: string;
  readonly userAgent: string;
  readonly requests: Map<string, number>;
  readonly watches: Set<OpenWatch>;
}

/** Programs can call themselves anything: further ones are counted together. */
const mostClients = 1_000;
const longestAgent = 200;

export class ClientMeter {
  readonly #entries = new Map<string, Entry>();

  /** In the order in which they were first seen. */
  get clients(): readonly SeenClient[] {
    return [...this.#entries.values()].map(({ user, userAgent, requests, watches }) => ({
      user,
      userAgent,
      requests: Object.fromEntries(requests),
      watches: [...watches],
    }));
  }

  count({ user, path, req, res }: Exchange): void {
    const entry = this.#entryOf(user.name, req.headers['user-agent'] ?? '');
    const { verb, isResource, resource, group, namespace } = path;
    entry.requests.set(verb, (entry.requests.get(verb) ?? 0) + 1);
    if (!isResource || verb !== 'watch') return;
    const watch = {
      resource: group === '' ? resource : `${resource}.${group}`,
      ...(namespace !== '' && { namespace }),
    };
    entry.watches.add(watch);
    res.once('close', () => void entry.watches.delete(watch));
  }

  #entryOf(user: string, agent: string): Entry {
    const userAgent = agent.slice(0, longestAgent);
    const key = `${user}\n${userAgent}`;
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    if (this.#entries.size >= mostClients) return this.#others();
    return this.#add(key, user, userAgent);
  }

  #others(): Entry {
    return this.#entries.get('') ?? this.#add('', 'others', '');
  }

  #add(key: string, user: string, userAgent: string): Entry {
    const entry = {
      user,
      userAgent,
      requests: new Map<string, number>(),
      watches: new Set<OpenWatch>(),
    };
    this.#entries.set(key, entry);
    return entry;
  }
}
