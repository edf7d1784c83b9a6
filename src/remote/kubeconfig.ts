/** Where and how clients reach a server. */
export interface Access {
  /** `https://127.0.0.1:6443` */
  readonly url: string;
  /** Absent for clients that show a certificate. */
  readonly token?: string;
  /** Shown by the client, both in PEM. */
  readonly client?: { readonly cert: string; readonly key: string };
  /** PEM of the certificate that clients trust; absent for plain HTTP. */
  readonly certificate?: string;
}

/** A kubeconfig with one cluster, one user and one context; in JSON, which is YAML. */
export function kubeconfigText({ url, token, certificate, client }: Access): string {
  const authority =
    certificate === undefined ? {} : { 'certificate-authority-data': base64(certificate) };
  const shown =
    client === undefined
      ? {}
      : {
          'client-certificate-data': base64(client.cert),
          'client-key-data': base64(client.key),
        };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'orrery',
    clusters: [{ name: 'orrery', cluster: { server: url, ...authority } }],
    users: [{ name: 'orrery', user: { ...(token !== undefined && { token }), ...shown } }],
    contexts: [{ name: 'orrery', context: { cluster: 'orrery', user: 'orrery' } }],
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
