/** Requests by a kubeconfig that `orrery serve` has written. */
import { readFileSync } from 'node:fs';
import { request } from 'node:https';

/** Resolves with the answer: an object, or text. */
export async function ask(
  at: Readonly<Record<string, string>>,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const { clusters, users } = JSON.parse(readFileSync(at['KUBECONFIG']!, 'utf8')) as Kubeconfig;
  const { server: url, 'certificate-authority-data': ca } = clusters[0]!.cluster;
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const headers = { authorization: `Bearer ${users[0]!.user.token}`, 'content-type': type };
  const options = { method, headers, ca: Buffer.from(ca, 'base64'), agent: false as const };
  return new Promise((resolve, reject) => {
    const sent = request(url + path, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => {
        const isJson = answer.headers['content-type']!.includes('json');
        if (answer.statusCode! < 300) resolve(isJson ? JSON.parse(text) : text);
        else reject(new Error(text));
      });
    });
    sent.on('error', reject).end(body && JSON.stringify(body));
  });
}

interface Kubeconfig {
  readonly clusters: readonly {
    readonly cluster: { readonly server: string; readonly 'certificate-authority-data': string };
  }[];
  readonly users: readonly { readonly user: { readonly token: string } }[];
}
