/** The control API, which is loaded at its first request. */
export { servedRoutes } from './served.ts';
export { controlRoutes } from './table.ts';
