/** Calls of webhooks as values: the API says what to send, and its creator sends it. */

/** Where a Service reference leads. */
export interface ServiceAddress {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
  /** The host behind the Service, if that is outside of the cluster. */
  readonly external?: string;
  /** Why it cannot be reached, in Go's words, unless it stands for an address of the machine. */
  readonly unreachable: string;
}

export interface WebhookCall {
  /** With its query. */
  readonly url: string;
  /** The Service that the URL names; absent: the URL is an address. */
  readonly service?: ServiceAddress;
  /** PEM of the authorities to trust; absent: those of the machine. */
  readonly authority?: string;
  readonly userAgent: string;
  /** JSON. */
  readonly body: string;
  /** By the machine's clock. */
  readonly timeoutMs: number;
}

export interface WebhookReply {
  readonly status: number;
  /** Empty when it is not given. */
  readonly contentType: string;
  readonly body: string;
}

/**
 * Posts to a webhook, follows redirects, and gives up after the call's time. Rejects with an Error
 * with Go's words for what happened, such as `dial tcp 127.0.0.1:1: connect: connection refused`.
 */
export type CallWebhook = (call: WebhookCall) => Promise<WebhookReply>;
