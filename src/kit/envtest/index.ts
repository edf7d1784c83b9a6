/**
 * `kube-orrery/envtest`: a `TestEnvironment` in the shape of envtest-js, so that a suite that uses it
 * changes one import. No binaries are downloaded and no process is started.
 */
export { TestEnvironment } from './test-environment.ts';
export type {
  AuthenticatedUser,
  EnvtestConfig,
  ExtraArgs,
  TestEnvironmentOptions,
  User,
  WebhookServing,
} from './options.ts';
export { deleteCRDs, installCRDs, uninstallCRDs, type InstallCRDsOptions } from './definitions.ts';
export type {
  CRDManifest,
  Manifest,
  WebhookClientConfig,
  WebhookConfigurationManifest,
} from './manifests.ts';
export { restRequest, restRequestOk, type RestConfig, type RestResponse } from './rest.ts';
export { rewriteConversionWebhooks, rewriteWebhookManifests } from './rewrite.ts';
export {
  installWebhooks,
  readWebhookManifests,
  uninstallWebhooks,
  waitForWebhookServer,
  type WaitForWebhookServerOptions,
  type WebhookConfigurationRef,
  type WebhookInstallOptions,
} from './webhooks.ts';
