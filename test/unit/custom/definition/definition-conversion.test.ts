/** How a definition converts its objects, and what is wrong with that. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import type { CustomResourceDefinitionSpec } from '#types';
import {
  hasKnownReviewVersion,
  validateConversion,
} from '../../../../src/custom/definition/validation/conversion.ts';
import { texts } from '../../kinds/samples.ts';

const service = { namespace: 'default', name: 'hook', port: 443 };
const clientConfig = { service };
const webhook = { clientConfig, conversionReviewVersions: ['v1'] };
const at = 'spec.conversion';
const client = `${at}.webhookClientConfig`;
const versions = `${at}.conversionReviewVersions`;
const superfluous = 'Forbidden: should not be set when strategy is not set to Webhook';

function errorsOf(conversion: unknown, more: object = {}, reviewVersion = true): readonly string[] {
  const spec = { conversion, ...more } as CustomResourceDefinitionSpec;
  return texts((errors) =>
    validateConversion(errors, spec, { reviewVersion, profile: defaultProfile } as never),
  );
}

const by = (...names: readonly string[]) => ({
  strategy: 'Webhook',
  webhook: { clientConfig, conversionReviewVersions: names },
});

describe('a conversion', () => {
  it.each<[conversion: unknown, ...errors: string[]]>([
    [undefined],
    [null],
    [{ strategy: 'None' }],
    [{ strategy: 'None', webhook: {} }],
    [{ strategy: 'None', webhook }, `${client}: ${superfluous}`, `${versions}: ${superfluous}`],
    [{ strategy: 'None', webhook: { clientConfig } }, `${client}: ${superfluous}`],
    [
      { strategy: 'Odd' },
      `${at}.strategy: Unsupported value: "Odd": supported values: "None", "Webhook"`,
    ],
    [{ strategy: 'Webhook', webhook }],
    [
      { strategy: 'Webhook' },
      `${client}: Required value: required when strategy is set to Webhook`,
      `${versions}: Required value`,
    ],
    [
      { strategy: 'Webhook', webhook: { ...webhook, clientConfig: {} } },
      `${client}: Required value: exactly one of url or service is required`,
    ],
    [by('v1beta1')],
    [by('v2', 'v1')],
    [
      by('v2', 'v3'),
      `${versions}: Invalid value: []string{"v2", "v3"}: must include at least one of v1, v1beta1`,
    ],
    [by('v1', 'v1'), `${versions}[1]: Invalid value: "v1": duplicate version`],
    [
      by('v1', 'V'),
      `${versions}[1]: Invalid value: "V": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')`,
    ],
  ])('%j', (conversion, ...errors) => {
    expect(errorsOf(conversion)).toEqual(errors);
  });

  it('may keep versions of reviews that are unknown where it has them already', () => {
    expect(errorsOf(by('v2'), {}, false)).toEqual([]);
  });

  it.each<[strategy: string, preserves: boolean, isRefused: boolean]>([
    ['Webhook', true, true],
    ['Webhook', false, false],
    ['None', true, false],
  ])('%s with all unknown fields kept: %s', (strategy, preserveUnknownFields, isRefused) => {
    const conversion = strategy === 'None' ? { strategy } : { strategy, webhook };
    expect(errorsOf(conversion, { preserveUnknownFields })).toEqual(
      isRefused
        ? [
            `${at}.strategy: Invalid value: "Webhook": must be None if spec.preserveUnknownFields is true`,
          ]
        : [],
    );
  });

  it.each<[names: unknown, isKnown: boolean]>([
    [undefined, true],
    [null, true],
    [[], true],
    [['v1'], true],
    [['v2', 'v1beta1'], true],
    [['v2'], false],
  ])('with the versions of reviews %j: known is %s', (conversionReviewVersions, isKnown) => {
    expect(hasKnownReviewVersion({ conversionReviewVersions } as never)).toBe(isKnown);
  });
});
