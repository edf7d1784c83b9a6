/** kube-rs: a client and a controller in Rust, over TLS that it verifies. */
import { join, resolve } from 'node:path';
import { builtFrom } from '../builds.ts';
import { stepsOf } from '../programs.ts';
import type { Client } from '../suite.ts';

const sources = resolve(import.meta.dirname, '../../../../tools/clients/kube-rs/program');
const version = '5.0';

/** The newest. */
export const kubeRs: Client = {
  name: 'kube-rs',
  version,
  does: 'verified TLS, a derived kind, server-side apply, watches, a reflector, a controller',
  kubernetes: ['1.24', '1.37'],
  async prepare(cache, log) {
    log('builds, which takes minutes the first time');
    const built = await builtFrom(cache, 'kube-rs', [sources], {
      file: 'cargo',
      args: ['build', '--locked', '--quiet'],
    });
    return {
      version,
      run: ({ env, folder, kubernetes }) =>
        stepsOf(join(built, 'target/debug/kube-rs-client'), [], {
          cwd: folder,
          env: { ...env, KUBERNETES: kubernetes },
          withinMs: 200_000,
        }),
    };
  },
};
