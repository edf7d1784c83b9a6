/** Where and how clients reach a server. */
export interface Access {
  /** `https://127.0.0.1:6443` */
  readonly url: string;
  readonly token: string;
  /** PEM of the certificate that clients trust; absent for plain HTTP. */
  readonly certificate?: string;
}

/** A kubeconfig with one cluster, one user and one context; in JSON, which is YAML. */
export function kubeconfigText({ url, token, certificate }: Access): string {
  const authority =
    certificate === undefined
      ? {}
      : { 'certificate-authority-data': Buffer.from(certificate).toString('base64') };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'orrery',
    clusters: [{ name: 'orrery', cluster: { server: url, ...authority } }],
    users: [{ name: 'orrery', user: { token } }],
    contexts: [{ name: 'orrery', context: { cluster: 'orrery', user: 'orrery' } }],
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}
