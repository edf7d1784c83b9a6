/** Counts requests about objects and their durations, at the cost of a map lookup or two each. */
import type { Millis } from '#clock';
import { isPassedOn, subresourceOf } from '#kinds';
import type { Exchange } from '../exchange/exchange.ts';
import type { Served } from '../exchange/served-kinds.ts';

/** The labels of a series, as in v1.24. */
export interface RequestLabels {
  readonly verb: string;
  readonly dry_run: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly scope: string;
  readonly component: string;
}

/** Upper bounds of the buckets, seconds. */
export const durationBuckets: readonly number[] = [
  0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];

/** The requests with the same labels. */
export class RequestSeries {
  readonly labels: RequestLabels;
  /** By status code. */
  readonly codes = new Map<number, number>();
  /** How many are in the bucket at the same index: at most its bound, and above the one before. */
  readonly buckets: number[] = durationBuckets.map(() => 0);
  count = 0;
  /** The sum. */
  seconds = 0;

  constructor(labels: RequestLabels) {
    this.labels = labels;
  }

  add(code: number, ms: Millis): void {
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
    // A watch takes as long as the client likes.
    if (this.labels.verb === 'WATCH') return;
    const seconds = ms / 1000;
    this.count++;
    this.seconds += seconds;
    const bucket = durationBuckets.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) this.buckets[bucket]!++;
  }
}

export class RequestMeter {
  readonly #series = new Map<string, RequestSeries>();

  get series(): Iterable<RequestSeries> {
    return this.#series.values();
  }

  /**
   * Measures a request until its answer is sent. Only for resources and subresources that exist:
   * clients could invent any number of others.
   */
  measure({ server, path, query, res }: Exchange): void {
    const served = server.served.byResource(path.group, path.version, path.resource);
    if (served === undefined) return;
    if (path.subresource !== '' && !isAnswered(served, path.subresource)) return;
    const dryRun = query.get('dryRun') === 'All' ? 'All' : '';
    const scope = scopeOf(path);
    const key = `${path.verb} ${path.group}/${path.version}/${path.resource}/${path.subresource} ${scope}${dryRun}`;
    const began = server.wall.now();
    res.on('close', () => {
      this.#find(key, path, scope, dryRun).add(res.statusCode, server.wall.now() - began);
    });
  }

  #find(key: string, path: Exchange['path'], scope: string, dryRun: string): RequestSeries {
    let series = this.#series.get(key);
    if (series === undefined) {
      const { group, version, resource, subresource } = path;
      const verb = verbs[path.verb] ?? path.verb.toUpperCase();
      const labels = { verb, dry_run: dryRun, group, version, resource, subresource, scope };
      series = new RequestSeries({ ...labels, component: 'apiserver' });
      this.#series.set(key, series);
    }
    return series;
  }
}

/** A request that is passed on to a container or a kubelet takes as long as that does. */
function isAnswered({ kind }: Served, name: string): boolean {
  const subresource = subresourceOf(kind, name);
  return subresource !== undefined && !isPassedOn(subresource);
}

/** Verbs that follow from the method. */
const verbs: Readonly<Record<string, string>> = { create: 'POST', update: 'PUT' };

function scopeOf({ name, namespace, verb }: Exchange['path']): string {
  if (name !== '' || verb === 'create') return 'resource';
  return namespace === '' ? 'cluster' : 'namespace';
}
