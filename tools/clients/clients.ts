/** The clients that there are. */
import { ansible } from './ansible/index.ts';
import { certManager } from './cert-manager/index.ts';
import { certManagerPrograms } from './cert-manager-programs/index.ts';
import { clientNode } from './client-node/index.ts';
import { controllerRuntimes } from './controller-runtime/index.ts';
import { customMetricsApiServer } from './custom-metrics-apiserver/index.ts';
import { descheduler } from './descheduler/index.ts';
import { e2e } from './e2e/index.ts';
import { envtests } from './envtest/index.ts';
import { envtestJavaScript } from './envtest/javascript.ts';
import { envtestJava } from './envtest/java.ts';
import { envtestPython } from './envtest/python.ts';
import { envtestRust } from './envtest/rust.ts';
import { fabric8 } from './fabric8/index.ts';
import { helms } from './helm/index.ts';
import { keda } from './keda/index.ts';
import { kopf } from './kopf/index.ts';
import { kubeStateMetrics } from './kube-state-metrics/index.ts';
import { kubeRs } from './kube-rs/index.ts';
import { kubectls } from './kubectl/index.ts';
import { jobSet } from './jobset/index.ts';
import { metricsServer } from './metrics-server/index.ts';
import { operator } from './operator/index.ts';
import { prometheusOperator } from './prometheus-operator/index.ts';
import { prometheusAdapter } from './prometheus-adapter/index.ts';
import { rabbitMq } from './rabbitmq/index.ts';
import { sampleApiServer } from './sample-apiserver/index.ts';
import type { Client } from './suite.ts';

/** A new client is a folder and a line. */
export const clients: readonly Client[] = [
  ...kubectls,
  ...helms,
  ...controllerRuntimes,
  operator,
  sampleApiServer,
  customMetricsApiServer,
  metricsServer,
  prometheusAdapter,
  keda,
  jobSet,
  certManager,
  certManagerPrograms,
  descheduler,
  kubeStateMetrics,
  prometheusOperator,
  ...envtests,
  envtestJava,
  envtestPython,
  envtestJavaScript,
  envtestRust,
  rabbitMq,
  kopf,
  ansible,
  kubeRs,
  fabric8,
  clientNode,
  e2e,
];

/** What a client is asked for by: `kubectl@1.24`. */
export function nameOf({ name, version }: Pick<Client, 'name' | 'version'>): string {
  return `${name}@${version}`;
}

/** The releases of the servers that a client meets by itself. */
export function serversOf(client: Client): readonly string[] {
  return client.kubernetes ?? ['1.24'];
}
