export * from './client.ts';
export * from './controller.ts';
export * from './informer.ts';
export * from './queue.ts';
export * from './events.ts';
export { ControllerManager, type ControllerManagerOptions } from './controller-manager.ts';
export type { ReconcileTally } from './reconciler.ts';
