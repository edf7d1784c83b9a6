import { ageColumn, column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import { fillAbsent, changingElements, andThen, type Resumable } from '#values';
import { validatePlainMetadata } from '../object/validate-metadata.ts';
import type { MutatingWebhook, MutatingWebhookConfiguration } from '#types';
import { defaultingWebhook } from './webhook-defaults.ts';
import { rareChecks } from '../late-checks.ts';

/** Webhooks that may change objects before they are validated. */
export const mutatingWebhookConfiguration: Kind<MutatingWebhookConfiguration> =
  defineKind<MutatingWebhookConfiguration>({
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    kind: 'MutatingWebhookConfiguration',
    plural: 'mutatingwebhookconfigurations',
    namespaced: false,
    names: { categories: ['api-extensions'] },
    wire: { requiresVersion: true },
    rules: {
      load: rareChecks.load,
      metadataChecks: 'plain',
      generation: ({ webhooks }) => webhooks,
      generationCountsEmpty: true,
      defaulting: (object) => changingElements(object, 'webhooks', defaultingMutating),
      validate: (errors, { webhooks }, { profile }) =>
        rareChecks.code.validateWebhooks(errors, webhooks, profile),
      validateUpdate(errors, { metadata, webhooks }, old, { profile }) {
        validatePlainMetadata(errors, metadata, mutatingWebhookConfiguration);
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

function defaultingMutating(
  webhook: MutatingWebhook,
): MutatingWebhook | Resumable<MutatingWebhook> {
  return andThen(defaultingWebhook(webhook), (filled) =>
    fillAbsent(filled, { reinvocationPolicy: 'Never' }),
  );
}
