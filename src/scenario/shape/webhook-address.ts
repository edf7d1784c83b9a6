import { readWebhookAddress, type WebhookAddress } from '#kinds';
import { text, type Shape } from './shape.ts';

const written = text({
  doc: 'A Service and what stands for it on this machine: default/hook:443=127.0.0.1:8443.',
});

/** `NAMESPACE/NAME[:PORT]=HOST:PORT` */
export const webhookAddress: Shape<WebhookAddress> = {
  schema: written.schema,
  check(node, checker) {
    const value = written.check(node, checker);
    if (value === undefined) return undefined;
    try {
      return readWebhookAddress(value);
    } catch (error) {
      return checker.problem(node, (error as Error).message);
    }
  },
};
