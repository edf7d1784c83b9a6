/** A server over HTTP: what answers the requests of clients in another process. */
export { AccountClients } from './account-clients.ts';
export type { AccountRef } from './account-token.ts';
export { credentialsOf, tlsOf, type Connection } from './http.ts';
export { configOf, kubeconfigText, textOf, type Access, type Config } from './kubeconfig.ts';
export { RemoteClients } from './remote.ts';
