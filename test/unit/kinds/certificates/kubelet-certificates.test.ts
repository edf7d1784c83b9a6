/** Which certificates kubelets may request, and why not others. */
import { describe, expect, it } from 'vitest';
import type { CertificateRequest } from '../../../../src/values/x509/certificate-request.ts';
import {
  faultOfKubeletClient,
  faultOfKubeletServing,
} from '../../../../src/kinds/certificates/kubelet-certificates.ts';

const node = {
  ...{ commonName: 'system:node:n1', organizations: ['system:nodes'] },
  ...{ dnsNames: [], emailAddresses: [], uris: [], ipAddresses: 0 },
} as unknown as CertificateRequest;
const both = ['digital signature', 'key encipherment'];
const wrongGroup = 'subject organization is not system:nodes';
const wrongName = 'subject common name does not begin with system:node: prefix';

describe('a client certificate of a kubelet', () => {
  const client = ['client auth', ...both];
  const wrongUsages = 'usages did not match [client auth digital signature key encipherment]';
  it.each<[string, object, readonly string[], string | undefined]>([
    ['as it should be', {}, client, undefined],
    ['with usages in another order', {}, client.toReversed(), undefined],
    ['with a usage twice', {}, [...client, 'client auth'], undefined],
    ['without a group', { organizations: [] }, client, wrongGroup],
    ['of another group', { organizations: ['system:masters'] }, client, wrongGroup],
    ['of two groups', { organizations: ['system:nodes', 'x'] }, client, wrongGroup],
    ['of a domain', { dnsNames: ['n1'] }, client, 'DNS subjectAltNames are not allowed'],
    ['of a mailbox', { emailAddresses: ['a@b'] }, client, 'Email subjectAltNames are not allowed'],
    ['of an address', { ipAddresses: 1 }, client, 'IP subjectAltNames are not allowed'],
    ['of a URI', { uris: ['a:b'] }, client, 'URI subjectAltNames are not allowed'],
    ['of a user', { commonName: 'n1' }, client, wrongName],
    ['of a name that ends so', { commonName: 'x system:node:' }, client, wrongName],
    ['with too few usages', {}, both, wrongUsages],
    ['with too many usages', {}, [...client, 'any'], wrongUsages],
    ['with another usage', {}, ['server auth', ...both], wrongUsages],
  ])('%s', (_, more, usages, fault) => {
    expect(faultOfKubeletClient({ ...node, ...more }, usages)).toBe(fault);
  });
});

describe('a serving certificate of a kubelet', () => {
  const serving = ['server auth', ...both];
  const named = { dnsNames: ['n1'] };
  const wrongUsages = 'usages did not match [digital signature key encipherment server auth]';
  it.each<[string, object, readonly string[], string | undefined]>([
    ['for a domain', named, serving, undefined],
    ['for an address', { ipAddresses: 1 }, serving, undefined],
    ['for nothing', {}, serving, 'DNS or IP subjectAltName is required'],
    ['of another group', { ...named, organizations: ['x'] }, serving, wrongGroup],
    [
      'of a mailbox',
      { ...named, emailAddresses: ['a@b'] },
      serving,
      'Email subjectAltNames are not allowed',
    ],
    ['of a URI', { ...named, uris: ['a:b'] }, serving, 'URI subjectAltNames are not allowed'],
    ['of a user', { ...named, commonName: 'n1' }, serving, wrongName],
    ['with usages of a client', named, ['client auth', ...both], wrongUsages],
    [
      'of a user, with usages of a client',
      { ...named, commonName: 'n1' },
      ['client auth'],
      wrongUsages,
    ],
  ])('%s', (_, more, usages, fault) => {
    expect(faultOfKubeletServing({ ...node, ...more }, usages)).toBe(fault);
  });
});
