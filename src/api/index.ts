export * from './request.ts';
export { ApiServer } from './api-server.ts';
export { ContinueExpiredError } from './read.ts';
export { ApiWatch } from './watch.ts';
export type { ApiOptions } from './backend.ts';
export { defaultPlugins } from './admission/index.ts';
export type { AdmissionPlugin, AdmissionRequest, Operation } from './admission/index.ts';
