import { expect, it } from 'vitest';
import {
  addressOf,
  readWebhookAddress,
} from '../../../../src/kinds/admissionregistration/webhook-address.ts';

it.each<[text: string, address: object]>([
  [
    'default/hook=127.0.0.1:8443',
    { namespace: 'default', name: 'hook', host: '127.0.0.1', hostPort: 8443 },
  ],
  ['*/a.b:443=h:1', { namespace: '*', name: 'a.b', port: 443, host: 'h', hostPort: 1 }],
  ['n/a:1=[::1]:65535', { namespace: 'n', name: 'a', port: 1, host: '::1', hostPort: 65_535 }],
])('%s is read', (text, address) => {
  expect(readWebhookAddress(text)).toEqual(address);
});

it.each([
  ...['', 'n/a', 'n=h:1', 'n/a=h', 'n/a=h:x', 'n/a=:1', 'N/a=h:1', 'n/a=[x]:1', 'n/a=::1:1'],
  ...['n/a=h:0', 'n/a=h:65536', 'n/a:0=h:1', 'n/a:65536=h:1', 'n/a=h 1:1'],
])('%j is refused', (text) => {
  const why = 'is not NAMESPACE/NAME[:PORT]=HOST:PORT, such as default/hook=127.0.0.1:8443';
  expect(() => readWebhookAddress(text)).toThrow(new Error(`"${text}" ${why}`));
});

const addresses = ['n/a:443=h:1', 'n/a=h:2', '*/b:80=h:3', '*/b=h:4'].map(readWebhookAddress);

it.each<[namespace: string, name: string, port: number, hostPort: number | undefined]>([
  ['n', 'a', 443, 1],
  ['n', 'a', 444, 2],
  ['m', 'a', 443, undefined],
  ['n', 'c', 443, undefined],
  ['m', 'b', 80, 3],
  ['m', 'b', 81, 4],
])('%s/%s:%d stands at %s', (namespace, name, port, hostPort) => {
  expect(addressOf(addresses, { namespace, name, port })?.hostPort).toBe(hostPort);
});
