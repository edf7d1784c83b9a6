/** What checks policies, bindings and match conditions, loaded as one. */
export { validateBinding } from './validate-binding.ts';
export { validateConditions } from './validate-conditions.ts';
export { validateMutatingPolicy, validateOperations } from './validate-mutations.ts';
export { validateActions, validatePolicy } from './validate-policy.ts';
