export { directClient } from './direct.ts';
export { InProcessClients } from './in-process.ts';
