/** How objects are converted between versions. */
import {
  forbidden,
  invalid,
  required,
  show,
  type FieldErrors,
  showStrings,
  checkDns1035Label,
} from '#values';
import type { CustomResourceConversion, CustomResourceDefinitionSpec } from '#types';
import { validateWebhookClient } from '#kinds';
import { validateChoice } from './choice.ts';
import type { DefinitionChecks } from './rules.ts';

type Webhook = NonNullable<CustomResourceConversion['webhook']>;

const strategies = ['None', 'Webhook'];
/** The versions of conversion requests that v1.24 can send. */
const reviewVersions = ['v1', 'v1beta1'];

export function validateConversion(
  errors: FieldErrors,
  { conversion, preserveUnknownFields }: CustomResourceDefinitionSpec,
  rules: DefinitionChecks,
): void {
  if (conversion == null) return;
  const field = 'spec.conversion';
  const { strategy, webhook } = conversion;
  if (preserveUnknownFields === true && strategy !== 'None') {
    const why = 'must be None if spec.preserveUnknownFields is true';
    errors.push(invalid(`${field}.strategy`, show(strategy), why));
  }
  validateChoice(errors, strategy, strategies, `${field}.strategy`);
  if (strategy === 'Webhook') validateWebhook(errors, webhook, field, rules);
  else forbidWebhook(errors, webhook, field);
}

/** Messages name the fields as they were called before v1. */
const clientField = 'webhookClientConfig';

function validateWebhook(
  errors: FieldErrors,
  webhook: Webhook | undefined,
  field: string,
  rules: DefinitionChecks,
): void {
  const client = webhook?.clientConfig;
  if (client == null) {
    const why = 'required when strategy is set to Webhook';
    errors.push(required(`${field}.${clientField}`, why));
  } else validateWebhookClient(errors, client, `${field}.${clientField}`, rules.profile);
  validateReviewVersions(errors, versionsIn(webhook), `${field}.conversionReviewVersions`, rules);
}

function forbidWebhook(errors: FieldErrors, webhook: Webhook | undefined, field: string): void {
  const why = 'should not be set when strategy is not set to Webhook';
  if (webhook?.clientConfig != null) errors.push(forbidden(`${field}.${clientField}`, why));
  if (versionsIn(webhook).length > 0) {
    errors.push(forbidden(`${field}.conversionReviewVersions`, why));
  }
}

function versionsIn(webhook: Webhook | undefined): readonly string[] {
  return (webhook?.conversionReviewVersions as readonly string[] | null | undefined) ?? [];
}

function validateReviewVersions(
  errors: FieldErrors,
  versions: readonly string[],
  field: string,
  rules: DefinitionChecks,
): void {
  if (versions.length === 0) {
    errors.push(required(field));
    return;
  }
  const earlier = new Set<string>();
  for (const [index, version] of versions.entries()) {
    const at = `${field}[${index}]`;
    if (earlier.has(version)) errors.push(invalid(at, show(version), 'duplicate version'));
    else {
      for (const fault of checkDns1035Label(version))
        errors.push(invalid(at, show(version), fault));
    }
    earlier.add(version);
  }
  if (!rules.reviewVersion || reviewVersions.some((version) => earlier.has(version))) return;
  const why = `must include at least one of ${reviewVersions.join(', ')}`;
  errors.push(invalid(field, showStrings(versions), why));
}

/** Also when none is given. */
export function hasKnownReviewVersion(webhook: Webhook | undefined): boolean {
  const versions = versionsIn(webhook);
  return versions.length === 0 || versions.some((version) => reviewVersions.includes(version));
}
