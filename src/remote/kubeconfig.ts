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

/** A kubeconfig, as far as {@link configOf} makes one. */
export interface Config {
  readonly apiVersion: string;
  readonly kind: string;
  readonly 'current-context': string;
  readonly clusters: readonly Named[];
  readonly users: readonly Named[];
  readonly contexts: readonly Named[];
}

interface Named {
  readonly name: string;
  readonly [what: string]: unknown;
}

/** Returns a kubeconfig with one cluster, one user and one context. */
export function configOf({ url, token, certificate, client }: Access): Config {
  const authority =
    certificate === undefined ? {} : { 'certificate-authority-data': base64(certificate) };
  const shown =
    client === undefined
      ? {}
      : {
          'client-certificate-data': base64(client.cert),
          'client-key-data': base64(client.key),
        };
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'orrery',
    clusters: [{ name: 'orrery', cluster: { server: url, ...authority } }],
    users: [{ name: 'orrery', user: { ...(token !== undefined && { token }), ...shown } }],
    contexts: [{ name: 'orrery', context: { cluster: 'orrery', user: 'orrery' } }],
  };
}

/** Returns the same as text: in JSON, which is YAML. */
export function kubeconfigText(access: Access): string {
  return textOf(configOf(access));
}

export function textOf(config: Config): string {
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
