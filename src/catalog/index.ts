/** All kinds together: by name, in discovery, and those that are known but not served. */
export { DefinedKinds, withDefined } from './defined-kinds.ts';
export {
  type Discovery,
  ResourceMapper,
  type ResourceType,
  type ServedResource,
  discoveryOf,
  failureText,
  preferredResources,
  supports,
  verbsOf,
} from './discovery.ts';
export { internalGroupOf, knownType, packageOf } from './known-types.ts';
export { answeredKinds, kindsOf, kindsWithMetrics, missingKinds } from './kinds.ts';
export { isCheckedQuickly, loadChecks } from './load-checks.ts';
export { readThrough } from './read-through.ts';
export { atRelease } from './at-release.ts';
export { KindRegistry, OpenRegistry } from './registry.ts';
export { whyUnserved } from './unserved.ts';
