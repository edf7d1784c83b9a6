/** The defaults that both sorts of webhooks share. */
import { changeField, fillAbsent, changingElements, type Resumable } from '#values';
import type { RuleWithOperations, ValidatingWebhook, WebhookClientConfig } from '#types';

/** Fields that only one of them has stay as they are. */
export function defaultingWebhook<T extends ValidatingWebhook>(webhook: T): T | Resumable<T> {
  const filled = fillAbsent<ValidatingWebhook>(webhook, values);
  const addressed = changeField(filled, 'clientConfig', defaultClient);
  return changingElements(addressed, 'rules', defaultRule) as T | Resumable<T>;
}

const values: Readonly<Partial<ValidatingWebhook>> = {
  failurePolicy: 'Fail',
  matchPolicy: 'Equivalent',
  namespaceSelector: {},
  objectSelector: {},
  timeoutSeconds: 10,
};

function defaultRule(rule: RuleWithOperations): RuleWithOperations {
  return fillAbsent(rule, { scope: '*' });
}

function defaultClient(client: WebhookClientConfig): WebhookClientConfig {
  return changeField(client, 'service', (service) => fillAbsent(service, { port: 443 }));
}
