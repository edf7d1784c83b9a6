export { InProcessClients } from './in-process.ts';
export { StoppedError } from './stopped-error.ts';
export { credentialsOf, tlsOf, type Connection } from './http.ts';
export { RemoteClients } from './remote.ts';
