export { judge } from './judge.ts';
export { mutateByPolicies } from './mutate.ts';
