import type { Pace } from '#clock';
import type { OutsideSetting } from './waiting.ts';
import type { Settings } from '#scenario';
import type { ReleaseOptions } from '../release-option.ts';

/** As the command line has them. */
export interface ServeOptions extends ReleaseOptions {
  readonly port: number;
  readonly address: string;
  readonly advertiseAddress?: string;
  readonly http: boolean;
  readonly httpAdmin: boolean;
  readonly tlsDir?: string;
  /** What is shown to clients, and its key; absent: a certificate of the own authority. */
  readonly tlsCertFile?: string;
  readonly tlsPrivateKeyFile?: string;
  /** A folder that has both, or gets them. */
  readonly certDir?: string;
  /** Authorities whose certificates log clients in. */
  readonly clientCaFile?: string;
  /** Keys and certificates whose tokens of service accounts are accepted. */
  readonly serviceAccountKeyFile?: readonly string[];
  /** Signs tokens of service accounts. */
  readonly serviceAccountSigningKeyFile?: string;
  /** The first is named in these tokens; those of all are accepted. */
  readonly serviceAccountIssuer?: readonly string[];
  /** A folder in which everything is kept. Absent: nothing is. */
  readonly data?: string;
  /** What another release wrote is continued, whichever that is. */
  readonly forceVersion?: boolean;
  readonly durability: 'strict' | 'relaxed';
  /** MiB of log after which it is shortened. */
  readonly compactAfter: number;
  /** Members of an etcd that holds everything, and that other servers may share. Absent: none. */
  readonly etcd?: readonly string[];
  readonly etcdPrefix: string;
  readonly etcdCafile?: string;
  readonly etcdCertfile?: string;
  readonly etcdKeyfile?: string;
  readonly etcdUser?: string;
  readonly etcdPasswordFile?: string;
  /** ms; 0: never. */
  readonly etcdCompaction: number;
  /** ms; absent: as v1.24. */
  readonly eventTtl?: number;
  readonly token?: string;
  readonly tokenAuthFile?: string;
  readonly anonymousAuth: boolean;
  /** Absent: as the scenario has it. */
  readonly authorization?: string;
  readonly nodes?: number;
  readonly controllers: string;
  /** Controllers act as accounts of their own. */
  readonly useServiceAccountCredentials?: boolean;
  /** Races of a real control plane; absent: as the scenario has it. */
  readonly races?: string;
  readonly pool: boolean;
  /** Absent: as the scenario has it. */
  readonly kubeletEvents?: boolean;
  /** ms */
  readonly metricsInterval?: number;
  readonly idleMetrics?: boolean;
  readonly clock: Pace;
  /** How time waits for programs outside. */
  readonly outside: OutsideSetting;
  readonly clockStart?: string;
  /** Of the addresses of Services; absent: as kubeadm has it. */
  readonly serviceClusterIpRange?: string;
  readonly disableAdmissionPlugins: string;
  readonly webhookAddress: readonly string[];
  readonly featureGates: string;
  /** Absent: what is served by default. */
  readonly runtimeConfig?: string;
  readonly seed: number;
  readonly seedStrict: boolean;
  readonly scenario?: string;
  /** Values of the scenario's variables. */
  readonly set?: Settings;
  /** Files outside the scenario's folder too. */
  readonly allowOutside?: boolean;
  readonly kubeconfig?: string;
  readonly readyFile?: string;
  readonly output: 'text' | 'json';
  readonly compaction?: string;
  /** MiB */
  readonly history?: number;
  /** MiB; absent: a share of the heap limit. */
  readonly storageLimit?: number;
  /** The most pods that one object gets. */
  readonly podsPerObject?: number;
  readonly replay?: string;
  /** Whether browsers of this machine get a page. */
  readonly page: boolean;
  /** 0: any free one. */
  readonly pagePort: number;
  readonly verbose: boolean;
}
