export * from './client.ts';
export * from './controller.ts';
export * from './informer.ts';
export * from './queue.ts';
export * from './events.ts';
