export * from './context.ts';
export { ApiServer } from './api-server.ts';
export { objectOf } from './own-objects/remote-answer.ts';
export {
  remoteTarget,
  type Caller,
  type CallRemote,
  type RemoteCall,
  type ReachServer,
  type RemoteReply,
  type RemoteTarget,
} from './own-objects/remote.ts';
export type { Flow } from './flow-control/index.ts';
export { reviewedUser } from './admission/webhooks/user.ts';
export { servedGroups } from './served-groups.ts';
export type { ApiRequest, ApiRequests, Outcomes } from './verbs.ts';
export { mergeJson } from './patch/merge.ts';
export { mostOperations, OversizedJsonPatch } from './patch/json-patch.ts';
export { ContinueExpiredError } from './read.ts';
export { ApiWatch } from './watch.ts';
export type { ApiOptions } from './backend.ts';
export type { ReadSource } from './read-source.ts';
export { damagePlugin, type Damage } from './admission/damage.ts';
export { defaultPlugins, pluginsWithout } from './admission/index.ts';
export { pluginNames } from './admission/plugin-names.ts';
export type {
  AdmissionAccess,
  AdmissionPlugin,
  AdmissionRequest,
  Operation,
} from './admission/index.ts';
export { apiAudience } from './reviews/index.ts';
export type {
  AccountToken,
  Authenticator,
  Known,
  ReviewContext,
  TokenIssuer,
} from './reviews/index.ts';
export {
  resourceAccess,
  accountGroups,
  accountOf,
  accountUserName,
  authenticated,
  isAdministrator,
  masters,
  refusalText,
  unauthenticated,
  type Access,
  type AccessRules,
  type Authorizer,
  type Decision,
  type User,
} from './authorization/index.ts';
export type { CallWebhook, ServiceAddress, WebhookCall, WebhookReply } from './webhooks/call.ts';
