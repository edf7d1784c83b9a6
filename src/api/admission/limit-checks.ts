/** The minimum, maximum and ratio of limit ranges: pure. */
import { amountsOf, type Amounts } from '#kinds';
import { milliOf, parseQuantity, quantityOf, unitsOf } from '#values';
import type { LimitRangeItem, PersistentVolumeClaim, Pod, ResourceRequirements } from '#types';

type Quantities = Readonly<Record<string, string>>;

/** A measured container, pod or claim. */
interface Measured {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** The violations of a limit range by a pod, as messages, in the order of its items and their resources. */
export function podViolations(pod: Pod, items: readonly LimitRangeItem[]): readonly string[] {
  const { containers, initContainers = [] } = pod.spec;
  const violations: string[] = [];
  for (const item of items) {
    if (item.type === 'Container') {
      const all = [...containers, ...initContainers];
      addViolations(
        violations,
        item,
        all.map(({ resources }) => measure(resources)),
      );
    } else if (item.type === 'Pod') {
      addViolations(violations, item, [measurePod(pod)]);
    }
  }
  return violations;
}

/** The violations by a claim: it has a size and no limit. */
export function claimViolations(
  claim: PersistentVolumeClaim,
  items: readonly LimitRangeItem[],
): readonly string[] {
  const { requests } = measure(claim.spec.resources);
  const violations: string[] = [];
  for (const item of items) {
    if (item.type !== 'PersistentVolumeClaim') continue;
    for (const name of namesOf(item.min)) {
      add(violations, belowMinimum(item, name, { requests, limits: new Map() }));
    }
    for (const name of namesOf(item.max))
      add(violations, requestAboveMaximum(item, name, requests));
  }
  return violations;
}

function addViolations(violations: string[], item: LimitRangeItem, all: readonly Measured[]): void {
  const minimum = new OpenNames(item.min);
  const maximum = new OpenNames(item.max);
  const ratio = new OpenNames(item.maxLimitRequestRatio);
  for (const measured of all) {
    for (const name of minimum.of(measured)) add(violations, belowMinimum(item, name, measured));
    for (const name of maximum.of(measured)) add(violations, aboveMaximum(item, name, measured));
    for (const name of ratio.of(measured)) add(violations, aboveRatio(item, name, measured));
  }
}

/**
 * The resources of a rule that may still get a message. All containers without a resource get the
 * same message: once is enough.
 */
class OpenNames {
  readonly #all: ReadonlySet<string>;
  /** In order: the resources that all containers so far had. */
  #unreported: readonly string[];

  constructor(rule: Quantities | undefined) {
    this.#unreported = namesOf(rule);
    this.#all = new Set(this.#unreported);
  }

  /** In order. */
  of({ requests, limits }: Measured): readonly string[] {
    const present = [...requests.keys(), ...limits.keys()].filter((name) => this.#all.has(name));
    const open = new Set([...this.#unreported, ...present]);
    this.#unreported = this.#unreported.filter((name) => requests.has(name) || limits.has(name));
    return [...open].sort();
  }
}

function belowMinimum(
  { type, min }: LimitRangeItem,
  name: string,
  { requests, limits }: Measured,
): string | undefined {
  const least = parseQuantity(min![name]!);
  const [request, limit] = [requests.get(name), limits.get(name)];
  const rule = `minimum ${name} usage per ${type} is ${least.toString()}`;
  if (request === undefined) return `${rule}.  No request is specified`;
  if (request.cmp(least) < 0) return `${rule}, but request is ${request.toString()}`;
  if (limit !== undefined && limit.cmp(least) < 0) {
    return `${rule}, but limit is ${limit.toString()}`;
  }
  return undefined;
}

function aboveMaximum(
  item: LimitRangeItem,
  name: string,
  { requests, limits }: Measured,
): string | undefined {
  const most = parseQuantity(item.max![name]!);
  const limit = limits.get(name);
  const rule = `maximum ${name} usage per ${item.type} is ${most.toString()}`;
  if (limit === undefined) return `${rule}.  No limit is specified`;
  if (limit.cmp(most) > 0) return `${rule}, but limit is ${limit.toString()}`;
  return requests.has(name) ? requestAboveMaximum(item, name, requests) : undefined;
}

function requestAboveMaximum(
  { type, max }: LimitRangeItem,
  name: string,
  requests: Amounts,
): string | undefined {
  const most = parseQuantity(max![name]!);
  const request = requests.get(name);
  const rule = `maximum ${name} usage per ${type} is ${most.toString()}`;
  if (request === undefined) return `${rule}.  No request is specified`;
  return request.cmp(most) > 0 ? `${rule}, but request is ${request.toString()}` : undefined;
}

function aboveRatio(
  { type, maxLimitRequestRatio }: LimitRangeItem,
  name: string,
  { requests, limits }: Measured,
): string | undefined {
  const most = parseQuantity(maxLimitRequestRatio![name]!);
  const [request, limit] = [requests.get(name), limits.get(name)];
  const rule = `${name} max limit to request ratio per ${type} is ${most.toString()}`;
  if (request === undefined || request.isZero()) {
    return `${rule}, but no request is specified or request is 0`;
  }
  if (limit === undefined || limit.isZero()) {
    return `${rule}, but no limit is specified or limit is 0`;
  }
  const ratio = milliOf(limit.toString()) / milliOf(request.toString());
  if (ratio * 1000 <= milliOf(most.toString())) return undefined;
  return `${rule}, but provided ratio is ${ratio.toFixed(6)}`;
}

function measure(resources: ResourceRequirements | undefined): Measured {
  return { requests: amountsOf(resources?.requests), limits: amountsOf(resources?.limits) };
}

/**
 * A resource of a pod counts when all its app containers name it; an init container that needs more
 * than all of them together raises the sum.
 */
function measurePod({ spec }: Pod): Measured {
  const sumOf = (part: 'requests' | 'limits'): Amounts => {
    const sum = new Map(common(spec.containers.map(({ resources }) => resources?.[part] ?? {})));
    for (const { resources } of spec.initContainers ?? []) {
      for (const [name, amount] of amountsOf(resources?.[part])) {
        const present = sum.get(name);
        if (present === undefined || amount.cmp(present) > 0) sum.set(name, amount);
      }
    }
    return sum;
  };
  return { requests: sumOf('requests'), limits: sumOf('limits') };
}

/** The sums of the resources that are in all lists. */
function common(lists: readonly Quantities[]): Amounts {
  const names = Object.keys(lists[0] ?? {}).filter((name) =>
    lists.every((list) => Object.hasOwn(list, name)),
  );
  return new Map(
    names.map((name) => {
      const [amountOf, exponent] = name === 'cpu' ? [milliOf, -3] : [unitsOf, 0];
      const total = lists.reduce((sum, list) => sum + amountOf(list[name]!), 0);
      return [name, quantityOf(total, exponent)];
    }),
  );
}

function namesOf(quantities: Quantities | undefined): readonly string[] {
  return Object.keys(quantities ?? {}).sort();
}

function add(violations: string[], violation: string | undefined): void {
  if (violation !== undefined) violations.push(violation);
}
