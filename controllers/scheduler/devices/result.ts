/** What is written into a claim about the devices that it gets. */
import type { NodeSelector, resourceV1 } from '#types';
import type { Profile } from '#kinds';
import { deepEqual, omitFields } from '#values';
import type { Chosen, Stock } from './allocator.ts';

type AllocationResult = resourceV1.AllocationResult;
type Configuration = NonNullable<NonNullable<AllocationResult['devices']>['config']>[number];
type Term = NodeSelector['nodeSelectorTerms'][number];

/** Returns the devices of a claim with their configuration, and the nodes that reach them. */
export function resultOf(
  claim: resourceV1.ResourceClaim,
  chosen: readonly Chosen[],
  { deviceClass, profile }: Pick<Stock, 'deviceClass' | 'profile'>,
): AllocationResult {
  const written = configOf(claim, chosen, deviceClass);
  const config = profile.enabled('WholeConfigsUnnamed')
    ? written.map((each) => withoutAll(each, claim, chosen))
    : written;
  const nodeSelector = selectorOf(chosen);
  return {
    devices: {
      results: chosen.map((each) => deviceResult(each, profile)),
      ...(config.length > 0 && { config }),
    },
    ...(nodeSelector && { nodeSelector }),
  };
}

function deviceResult({ option, driver, pool, device }: Chosen, profile: Profile) {
  const hasTolerations = profile.enabled('DRADeviceTaints') && option.tolerations.length > 0;
  return {
    ...{ request: option.name, driver, pool, device: device.name },
    ...(option.isAdmin && { adminAccess: true }),
    ...(hasTolerations && { tolerations: option.tolerations }),
  };
}

/** Returns what the classes say, each once for all its requests, then what the claim says. */
function configOf(
  { spec }: resourceV1.ResourceClaim,
  chosen: readonly Chosen[],
  deviceClass: Stock['deviceClass'],
): readonly Configuration[] {
  const byClass = new Map<string, Set<string>>();
  for (const { option } of chosen) {
    const requests = byClass.get(option.deviceClassName) ?? new Set();
    byClass.set(option.deviceClassName, requests.add(option.name));
  }
  const ofClasses = [...byClass].flatMap(([name, requests]) =>
    (deviceClass(name)?.spec.config ?? []).map((each): Configuration => {
      return { source: 'FromClass', requests: [...requests], ...each };
    }),
  );
  const names = new Set(chosen.flatMap(({ option }) => [option.name, option.request]));
  const ofClaim = (spec.devices?.config ?? [])
    .filter(
      ({ requests = [] }) => requests.length === 0 || requests.some((each) => names.has(each)),
    )
    .map((each): Configuration => ({ source: 'FromClaim', ...each }));
  return [...ofClasses, ...ofClaim];
}

/** Returns a configuration without its requests where these are all of the claim. */
function withoutAll(
  config: Configuration,
  { spec }: resourceV1.ResourceClaim,
  chosen: readonly Chosen[],
): Configuration {
  const { requests = [] } = config;
  const isNamed = (request: string): boolean =>
    requests.includes(request) ||
    chosen.some(({ option }) => option.request === request && requests.includes(option.name));
  const areAll = (spec.devices?.requests ?? []).every(({ name }) => isNamed(name));
  return areAll ? omitFields(config, ['requests']) : config;
}

/** Returns the nodes that reach all devices; undefined where all do. */
function selectorOf(chosen: readonly Chosen[]): NodeSelector | undefined {
  let term: Term = {};
  for (const { slice, device } of chosen) {
    const { nodeName, nodeSelector } =
      slice.spec.perDeviceNodeSelection === true ? device : slice.spec;
    if (nodeName) return onlyOn(nodeName);
    const [more] = nodeSelector?.nodeSelectorTerms ?? [];
    if (more !== undefined) term = both(term, more);
  }
  return Object.keys(term).length === 0 ? undefined : { nodeSelectorTerms: [term] };
}

function onlyOn(nodeName: string): NodeSelector {
  const named = { key: 'metadata.name', operator: 'In', values: [nodeName] } as const;
  return { nodeSelectorTerms: [{ matchFields: [named] }] };
}

function both(a: Term, b: Term): Term {
  const joined = <T>(one: readonly T[] = [], other: readonly T[] = []): readonly T[] => [
    ...one,
    ...other.filter((each) => !one.some((known) => deepEqual(known, each))),
  ];
  const matchFields = joined(a.matchFields, b.matchFields);
  const matchExpressions = joined(a.matchExpressions, b.matchExpressions);
  return {
    ...(matchFields.length > 0 && { matchFields }),
    ...(matchExpressions.length > 0 && { matchExpressions }),
  };
}
