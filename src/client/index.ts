export { AccountClients } from './account-clients.ts';
export type { AccountRef } from './account-token.ts';
export { directClient } from './direct.ts';
export { InProcessClients } from './in-process.ts';
export { credentialsOf, tlsOf, type Connection } from './http.ts';
export { kubeconfigText, type Access } from './kubeconfig.ts';
export { RemoteClients } from './remote.ts';
export { remoteCaller } from './remote-api/index.ts';
export { webhookCaller } from './webhooks/index.ts';
