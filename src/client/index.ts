export { InProcessClients } from './in-process.ts';
export { StoppedError } from './stopped-error.ts';
