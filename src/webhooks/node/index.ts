/** What the API calls: webhooks, and other API servers. */
export { remoteCaller, type ProxyCertificate } from './remote-caller.ts';
export { serverReacher } from './server-reacher.ts';
export { webhookCaller } from './webhook-caller.ts';
