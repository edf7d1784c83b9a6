/** What checks rights, priorities of requests, and which other servers answer them, loaded as one. */
export {
  validateApiServiceName,
  validateApiServiceSpec,
  validateApiServiceStatus,
} from './apiregistration/validate-api-service.ts';
export {
  validateFlowConditions,
  validateFlowSchemaSpec,
} from './flowcontrol/validate-flow-schema.ts';
export { validatePriorityLevelSpec } from './flowcontrol/validate-priority-level.ts';
export {
  validateAggregation,
  validateBinding,
  validateBindingUpdate,
  validateRules,
} from './rbac/validate-roles.ts';
