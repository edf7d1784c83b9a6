/** The sample API server of Kubernetes: requests for its kinds are passed on to it, and it asks ours who may do what. */
import { deployed } from '../deployed.ts';
import { goPrograms, moduleFolder } from '../go-modules.ts';

const module = 'k8s.io/sample-apiserver@v0.37.2';

/** With an etcd of its own, as its Deployment has it. */
export const sampleApiServer = deployed({
  name: 'sample-apiserver',
  version: '0.37',
  exact: 'v0.37.2',
  does: 'an API server behind an APIService, with the rights of its account: its kinds, its admission, who may do what there, its end',
  kubernetes: ['1.37'],
  async prepare(cache) {
    return {
      bins: [
        await goPrograms(cache, module, { 'sample-apiserver': '.' }),
        await goPrograms(cache, 'k8s.io/apiserver@v0.37.2', { etcd: 'go.etcd.io/etcd/server/v3' }),
      ],
      env: { ARTIFACTS: `${await moduleFolder(module)}/artifacts` },
    };
  },
  programs: [
    {
      account: 'wardle/apiserver',
      deployment: 'wardle-server',
      options: ['--container', 'etcd'],
      line: [
        'etcd',
        '--data-dir=etcd-data',
        '--listen-client-urls=http://127.0.0.1:20379',
        '--advertise-client-urls=http://127.0.0.1:20379',
        '--listen-peer-urls=http://127.0.0.1:20380',
        '--unsafe-no-fsync',
      ],
    },
    {
      account: 'wardle/apiserver',
      deployment: 'wardle-server',
      options: ['--container', 'wardle-server'],
      line: [
        'sample-apiserver',
        '--secure-port=20443',
        '--cert-dir=apiserver-certs',
        '--etcd-servers=http://127.0.0.1:20379',
      ],
    },
  ],
});
