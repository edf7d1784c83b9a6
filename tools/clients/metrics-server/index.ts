/** metrics-server, by its own manifests, in front of a stand-in for a kubelet: simulated ones serve no metrics by HTTP. */
import { deployed } from '../deployed.ts';
import { goPrograms, moduleFolder } from '../go-modules.ts';

const module = 'sigs.k8s.io/metrics-server@v0.9.0';
const account = 'kube-system/metrics-server';

/** It takes `metrics.k8s.io` over. */
export const metricsServer = deployed({
  name: 'metrics-server',
  version: '0.9',
  exact: 'v0.9.0',
  does: 'by its manifests, for `kubectl top` and the autoscaler, in place of what is served without it',
  kubernetes: ['1.34', '1.37'],
  files: 'files',
  async prepare(cache) {
    return {
      bins: [await goPrograms(cache, module, { 'metrics-server': './cmd/metrics-server' })],
      env: { MANIFESTS: `${await moduleFolder(module)}/manifests`, KUBELET_PORT: '20950' },
    };
  },
  programs: [
    { account, line: [process.execPath, 'kubelet.mjs'] },
    {
      account,
      deployment: 'metrics-server',
      line: [
        'metrics-server',
        '--cert-dir=metrics-server-certs',
        '--secure-port=20250',
        '--kubelet-use-node-status-port',
        '--kubelet-insecure-tls',
        '--kubelet-preferred-address-types=InternalIP',
        '--kubelet-request-timeout=5s',
        '--metric-resolution=10s',
        '--node-selector=kubelet=outside',
      ],
    },
  ],
});
