/** The flags of kube-apiserver, of all releases from 1.24 on: their names, and what comes of each. */

/** Those without a value of their own: `--profiling`, `--profiling=false`. */
const switches = words(`
  add-dir-header aggregator-reject-forwarding-redirect allow-privileged alsologtostderr anonymous-auth
  audit-log-batch-throttle-enable audit-log-compress audit-log-truncate-enabled audit-webhook-batch-throttle-enable
  audit-webhook-truncate-enabled contention-profiling disable-http2-serving emulation-forward-compatible
  enable-aggregator-routing enable-bootstrap-token-auth enable-garbage-collector enable-logs-handler
  enable-priority-and-fairness encryption-provider-config-automatic-reload log-json-split-stream log-text-split-stream
  logtostderr one-output permit-address-sharing permit-port-sharing profiling
  runtime-config-emulation-forward-compatible service-account-extend-token-expiration service-account-lookup
  shutdown-send-retry-after skip-headers skip-log-headers watch-cache
`);

/** Nothing that a client sees depends on them. */
const unseen = words(`
  add-dir-header allow-privileged alsologtostderr contention-profiling default-watch-cache-size
  delete-collection-workers enable-aggregator-routing enable-garbage-collector enable-logs-handler
  enable-priority-and-fairness endpoint-reconciler-type etcd-cafile etcd-certfile etcd-compaction-interval
  etcd-count-metric-poll-period etcd-db-metric-poll-interval etcd-healthcheck-timeout etcd-keyfile etcd-prefix
  etcd-readycheck-timeout etcd-servers etcd-servers-overrides log-backtrace-at log-dir log-file log-file-max-size
  log-flush-frequency log-json-info-buffer-size log-json-split-stream log-text-info-buffer-size log-text-split-stream
  logging-format logtostderr one-output permit-address-sharing permit-port-sharing profiling service-account-lookup
  skip-headers skip-log-headers stderrthreshold storage-backend storage-media-type vmodule watch-cache watch-cache-sizes
  v
`);

/** What they ask for is not there. */
const idle = words(`
  admission-control admission-control-config-file aggregator-reject-forwarding-redirect allow-metric-labels
  allow-metric-labels-manifest api-audiences audit-log-batch-buffer-size audit-log-batch-max-size
  audit-log-batch-max-wait audit-log-batch-throttle-burst audit-log-batch-throttle-enable audit-log-batch-throttle-qps
  audit-log-compress audit-log-format audit-log-maxage audit-log-maxbackup audit-log-maxsize audit-log-mode
  audit-log-path audit-log-truncate-enabled audit-log-truncate-max-batch-size audit-log-truncate-max-event-size
  audit-log-version audit-policy-file audit-webhook-batch-buffer-size audit-webhook-batch-max-size
  audit-webhook-batch-max-wait audit-webhook-batch-throttle-burst audit-webhook-batch-throttle-enable
  audit-webhook-batch-throttle-qps audit-webhook-config-file audit-webhook-initial-backoff audit-webhook-mode
  audit-webhook-truncate-enabled audit-webhook-truncate-max-batch-size audit-webhook-truncate-max-event-size
  audit-webhook-version authentication-config authentication-token-webhook-cache-ttl
  authentication-token-webhook-config-file authentication-token-webhook-version authorization-policy-file
  authorization-webhook-cache-authorized-ttl authorization-webhook-cache-unauthorized-ttl
  authorization-webhook-config-file authorization-webhook-version cloud-config cloud-provider
  cloud-provider-gce-l7lb-src-cidrs coordinated-leadership-lease-duration coordinated-leadership-renew-deadline
  coordinated-leadership-retry-period cors-allowed-origins debug-socket-path default-not-ready-toleration-seconds
  default-unreachable-toleration-seconds disable-http2-serving disabled-metrics egress-selector-config-file
  emulated-version emulation-forward-compatible enable-admission-plugins enable-bootstrap-token-auth
  encryption-provider-config encryption-provider-config-automatic-reload event-ttl external-hostname goaway-chance
  http2-max-streams-per-connection identity-lease-duration-seconds identity-lease-renew-interval-seconds
  kubelet-certificate-authority kubelet-client-certificate kubelet-client-key kubelet-preferred-address-types
  kubelet-timeout kubernetes-service-node-port lease-reuse-duration-seconds livez-grace-period master-service-namespace
  max-connection-bytes-per-sec max-mutating-requests-inflight max-requests-inflight min-compatibility-version
  min-request-timeout oidc-ca-file oidc-client-id oidc-groups-claim oidc-groups-prefix oidc-issuer-url
  oidc-required-claim oidc-signing-algs oidc-username-claim oidc-username-prefix peer-advertise-ip peer-advertise-port
  peer-ca-file proxy-client-cert-file proxy-client-key-file request-timeout requestheader-allowed-names
  requestheader-client-ca-file requestheader-extra-headers-prefix requestheader-group-headers requestheader-uid-headers
  requestheader-username-headers runtime-config-emulation-forward-compatible
  service-account-extend-token-expiration service-account-jwks-uri service-account-max-token-expiration
  service-account-signing-endpoint  service-node-port-range show-hidden-metrics-for-version
  shutdown-delay-duration shutdown-send-retry-after shutdown-watch-termination-grace-period
  storage-initialization-timeout strict-transport-security-directives tls-cipher-suites tls-curve-preferences
  tls-min-version tls-sni-cert-key tracing-config-file
`);

/** What `orrery serve` has too, and does as asked. */
const effective = words(`
  runtime-config service-cluster-ip-range advertise-address anonymous-auth authorization-config authorization-mode bind-address cert-dir client-ca-file
  disable-admission-plugins feature-gates secure-port service-account-issuer service-account-key-file
  service-account-signing-key-file tls-cert-file tls-private-key-file token-auth-file
`);

/** What comes of a flag that is given: it counts, a client sees no difference, or what it asks for is not there. */
export type FlagEffect = 'effective' | 'unseen' | 'idle';

/** A flag, without its value. */
export interface Flag {
  readonly isSwitch: boolean;
  readonly effect: FlagEffect;
}

/** All flags by name. */
export const apiServerFlags: ReadonlyMap<string, Flag> = new Map(
  [
    ...effective.map((name) => [name, 'effective'] as const),
    ...unseen.map((name) => [name, 'unseen'] as const),
    ...idle.map((name) => [name, 'idle'] as const),
  ]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, effect]) => [name, { effect, isSwitch: switches.includes(name) }]),
);

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
