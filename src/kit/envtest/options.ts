/** What an environment is made of, and what it tells about itself. */
import type { ClusterOptions } from '../index.ts';
import type { InstallCRDsOptions } from './definitions.ts';
import type { CRDManifest } from './manifests.ts';
import type { RestConfig } from './rest.ts';
import type { WebhookInstallOptions } from './webhooks.ts';

/** Flags by name, without dashes; null takes a default away. */
export type ExtraArgs = Readonly<Record<string, string | readonly string[] | null>>;

/** The options of envtest-js, and two more: `cluster` and `pace`. */
export interface TestEnvironmentOptions {
  /** Files and folders with CustomResourceDefinitions to install. */
  readonly crdDirectoryPaths?: readonly string[];
  /** Definitions that are in no file; they are installed first. */
  readonly crds?: readonly CRDManifest[];
  /** How definitions are installed. */
  readonly crdInstallOptions?: InstallCRDsOptions;
  /** Webhooks that call a server of the test. */
  readonly webhookInstallOptions?: WebhookInstallOptions;
  /** Default: `127.0.0.1`. */
  readonly listenAddress?: string;
  /** Default: any that is free. */
  readonly securePort?: number;
  /** `feature-gates` and `authorization-mode` have effect; a warning names all others. */
  readonly apiServerFlags?: ExtraArgs;
  /** Without effect, with a warning: there is no etcd. */
  readonly etcdFlags?: ExtraArgs;
  /** The release of Kubernetes: `1.34`, a patch of it such as `1.34.4`, or `latest`. Default: 1.24. */
  readonly version?: string;
  /** Without effect: no binary is run. */
  readonly binaryAssetsDirectory?: string;
  /** Without effect: nothing has to be waited for. */
  readonly startTimeoutMs?: number;
  /** Without effect: nothing has to be waited for. */
  readonly stopTimeoutMs?: number;
  /** Without effect: nothing has to be waited for. */
  readonly readyPollIntervalMs?: number;
  /** Without effect: no other process has any output. */
  readonly attachOutput?: boolean;
  /** An error if true: an environment is a cluster of its own. */
  readonly useExistingCluster?: boolean;

  /**
   * The cluster behind the API. Default: as in envtest, an API server alone
   * (`{ controllers: 'none', authorization: 'rbac' }`); `{ controllers: 'all', nodes: 3 }` makes
   * Deployments roll out and pods run.
   */
  readonly cluster?: ClusterOptions;
  /**
   * `realtime` (the default): time passes as the machine's does. `manual`: only when the test says
   * `environment.cluster.advance('10m')`. A factor: 60 makes a minute of each second.
   */
  readonly pace?: 'realtime' | 'manual' | number;
}

/** Where the test serves its webhooks, and what it needs for that. */
export interface WebhookServing {
  /** Where to listen: the webhooks are called there. */
  readonly host: string;
  readonly port: number;
  /** The authority that the API trusts. */
  readonly caPem: string;
  /** The certificate to show, PEM. */
  readonly certPem: string;
  readonly keyPem: string;
  /** A folder with `tls.crt` and `tls.key`. */
  readonly certDir: string;
  readonly certPath: string;
  readonly keyPath: string;
  /** Of the installed webhook configurations. */
  readonly configurationNames: string[];
}

/** Who makes requests. */
export interface User {
  readonly name: string;
  readonly groups?: readonly string[];
}

/** How a user reaches the API. */
export interface AuthenticatedUser extends RestConfig {
  readonly user: string;
  readonly groups: string[];
  /** Base64 of `caPem`, `certPem` and `keyPem`, as kubeconfigs have it. */
  readonly caData: string;
  readonly certData: string;
  readonly keyData: string;
  /** A file that only its owner can read; it goes when the environment stops. */
  readonly kubeconfigPath: string;
  readonly kubeconfigYaml: string;
}

/** How the administrator reaches the API, and what was installed. Plain data. */
export interface EnvtestConfig extends AuthenticatedUser {
  readonly apiServerPort: number;
  /** Names of the definitions that were installed at the start. */
  readonly installedCRDs: string[];
  /** With `webhookInstallOptions`. */
  readonly webhook?: WebhookServing;
  /** Always absent: there is no etcd. */
  readonly etcdURL?: undefined;
}
