/** Messages about where webhooks are, in releases around the changes. */
import { expect, it } from 'vitest';
import { profileOf, validateWebhookClient } from '#kinds';
import { findErrors } from '#values';

function errorsIn(minor: number, client: object): readonly string[] {
  const profile = profileOf(minor);
  const given = client as Parameters<typeof validateWebhookClient>[1];
  const errors = findErrors((found) => validateWebhookClient(found, given, 'c', profile));
  return errors.map(({ field, message }) => `${field}: ${message}`);
}

it('specifies hosts from 1.25 on, and says no more than that a name is missing from 1.34 on', () => {
  const url = { url: 'https:///hook' };
  expect(errorsIn(24, url)[0]).toMatch(/: host must be provided;/);
  expect(errorsIn(25, url)[0]).toMatch(/: host must be specified;/);
  const service = { service: { namespace: 'a', name: '', port: 1 } };
  expect(errorsIn(33, service)).toEqual([
    'c.service.namespace: Required value: service namespace is required',
  ]);
  expect(errorsIn(34, service)).toEqual(['c.service.namespace: Required value']);
});
