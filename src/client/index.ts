export { directClient } from './direct.ts';
export { InProcessClients } from './in-process.ts';
export { credentialsOf, tlsOf, type Connection } from './http.ts';
export { RemoteClients } from './remote.ts';
