/** As what the server passes requests on to other API servers, which know it by a certificate. */
import { machineTime } from '#clock';
import { clusterAuthenticationTrust } from '#controllers';
import type { ControllerDefinition } from '#runtime';
import { makeClient, type Certificate } from '#server';

interface Authorities {
  /** PEM; absent without TLS. */
  readonly clientAuthority?: string | undefined;
  readonly proxyAuthority?: Certificate | undefined;
}

/** As kubeadm calls them. */
export const proxyAuthorityName = 'front-proxy-ca';
const proxyName = 'front-proxy-client';

/** Returns the certificate, made when it is first needed; undefined without TLS. */
export function proxyCertificate({ proxyAuthority }: Authorities): (() => Certificate) | undefined {
  if (proxyAuthority === undefined) return undefined;
  let result: Certificate | undefined;
  return () => {
    result ??= makeClient(proxyAuthority, { name: proxyName, groups: [] }, machineTime());
    return result;
  };
}

/** What tells other API servers about it. */
export function trustController({
  clientAuthority,
  proxyAuthority,
}: Authorities): readonly ControllerDefinition[] {
  if (clientAuthority === undefined || proxyAuthority === undefined) return [];
  return [
    clusterAuthenticationTrust({
      clientAuthority,
      proxyAuthority: proxyAuthority.cert,
      proxyName,
    }),
  ];
}
