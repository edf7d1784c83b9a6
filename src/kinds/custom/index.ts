/** Custom resources: the kinds that users define. */
export { customKinds } from './kinds.ts';
export type { CustomForm } from './form.ts';
export { loadCel } from './late-cel.ts';
