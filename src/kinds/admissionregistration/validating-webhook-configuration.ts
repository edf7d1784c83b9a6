import { ageColumn, column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import { changingElements } from '#values';
import { validatePlainMetadata } from '../object/validate-metadata.ts';
import type { ValidatingWebhookConfiguration } from '#types';
import { defaultingWebhook } from './webhook-defaults.ts';
import { rareChecks } from '../late-checks.ts';

/** Webhooks that may reject a write, once its object is valid. */
export const validatingWebhookConfiguration: Kind<ValidatingWebhookConfiguration> =
  defineKind<ValidatingWebhookConfiguration>({
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    kind: 'ValidatingWebhookConfiguration',
    plural: 'validatingwebhookconfigurations',
    namespaced: false,
    names: { categories: ['api-extensions'] },
    wire: { requiresVersion: true },
    rules: {
      load: rareChecks.load,
      metadataChecks: 'plain',
      generation: ({ webhooks }) => webhooks,
      generationCountsEmpty: true,
      defaulting: (object) => changingElements(object, 'webhooks', defaultingWebhook),
      validate: (errors, { webhooks }, { profile }) =>
        rareChecks.code.validateWebhooks(errors, webhooks, profile),
      validateUpdate(errors, { metadata, webhooks }, old, { profile }) {
        validatePlainMetadata(errors, metadata, validatingWebhookConfiguration);
        rareChecks.code.validateWebhooks(errors, webhooks, profile, old.webhooks ?? []);
      },
    },
    table: {
      columns: [
        column('Webhooks', 'integer', 'How many webhooks there are.', ({ webhooks = [] }) => {
          return webhooks.length;
        }),
        ageColumn,
      ],
    },
  });
