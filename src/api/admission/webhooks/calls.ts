export { examineByWebhooks, mutateByWebhooks } from './ask-mutating.ts';
export { askAll } from './ask-validating.ts';
