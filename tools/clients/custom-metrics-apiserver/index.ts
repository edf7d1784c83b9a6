/** An adapter made with custom-metrics-apiserver, the library of nearly all adapters: its own test adapter. */
import { deployed } from '../deployed.ts';
import { goPrograms, moduleFolder } from '../go-modules.ts';

const module = 'sigs.k8s.io/custom-metrics-apiserver@v1.37.0';

/** It serves custom and external metrics. */
export const customMetricsApiServer = deployed({
  name: 'custom-metrics-apiserver',
  version: '1.37',
  exact: 'v1.37.0',
  does: "the library's test adapter, by its manifests: custom and external metrics, by which the autoscaler scales",
  kubernetes: ['1.24', '1.37'],
  serveOptions: [
    ...['--nodes', '3', '--authorization', 'rbac', '--use-service-account-credentials'],
  ],
  async prepare(cache) {
    return {
      bins: [await goPrograms(cache, module, { 'test-adapter': './test-adapter' })],
      env: { MANIFESTS: `${await moduleFolder(module)}/test-adapter-deploy` },
    };
  },
  programs: [
    {
      account: 'custom-metrics/custom-metrics-apiserver',
      deployment: 'custom-metrics-apiserver',
      line: ['test-adapter', '--secure-port=20643', '--cert-dir=adapter-certs'],
    },
  ],
});
