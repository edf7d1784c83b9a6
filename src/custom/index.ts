/** Kinds that users define: their definitions, and the kinds that are made of them. */
export { type Approval, approvalOf, isProtectedGroup } from './definition/approval.ts';
export {
  cleanupFinalizer,
  customResourceDefinition,
} from './definition/custom-resource-definition.ts';
export {
  asEstablished,
  established,
  isDefinitionTrue,
  namesAccepted,
  withDefinitionCondition,
} from './definition/status.ts';
export { customKinds } from './kinds.ts';
export { loadCel } from './late-cel.ts';
export { loadChecksOfObjects } from './late-checks.ts';
