/** kopf, a framework for operators in Python: an operator with its kind, its peering, its webhooks. */
import { join } from 'node:path';
import { pythonPackages } from '../builds.ts';
import { read } from '../command.ts';
import { stepsOf } from '../programs.ts';
import type { Client } from '../suite.ts';

const version = '1.45.2';

/** The newest. */
export const kopf: Client = {
  name: 'kopf',
  version,
  does: 'an operator with its kind, its peering, retries, timers, a webhook server of its own',
  kubernetes: ['1.24', '1.37'],
  async prepare(cache) {
    const packages = await pythonPackages(cache, 'kopf', [
      `kopf==${version}`,
      'kubernetes==37.0.2',
    ]);
    return {
      version,
      async run({ env, folder, sources }) {
        await writeCertificate(folder);
        const args = [join(sources, 'client.py')];
        const named = { ...env, PYTHONPATH: packages };
        return stepsOf('python3', args, { cwd: folder, env: named, withinMs: 300_000 });
      },
    };
  },
};

/** A key and a self-signed certificate for 127.0.0.1, where the operator's webhooks are. */
async function writeCertificate(folder: string): Promise<void> {
  const names = ['-subj', '/CN=hooks', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', 'tls.key', '-out', 'tls.crt'];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30'];
  await read('openssl', [...request, ...names, ...files], { cwd: folder });
}
