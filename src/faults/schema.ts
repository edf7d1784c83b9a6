/** The JSON Schema of a fault, for editors and for the control API. */
import { errorByCode, errorNames } from './errors.ts';
import { versionForms } from './match.ts';
import {
  bookmarkFates,
  certificateFates,
  connectionFates,
  watchFates,
  webhookFates,
} from './fault.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

const oneOrMore = (description: string): JsonSchema => ({
  description: `${description} A text, or a list; * stands for any characters.`,
  anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 1 }],
});
const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 1, description });
const span = (description: string): JsonSchema => ({
  description: `${description} A duration: 30s, 1m30s; a bare number is seconds.`,
  type: ['string', 'number'],
});

export const faultSchema: JsonSchema = {
  type: 'object',
  description: 'What goes wrong between clients and the API: see the reference of faults.',
  properties: {
    name: { type: 'string', description: 'By which it is lifted, and named in the timeline.' },
    match: {
      type: 'object',
      description: 'Which requests; what is absent matches all.',
      properties: {
        client: {
          description: 'Who asks: a process, a user or a user agent; or a map of these.',
          anyOf: [
            { type: 'string' },
            { type: 'array', items: { type: 'string' }, minItems: 1 },
            {
              type: 'object',
              properties: {
                process: oneOrMore('A program of the cluster, such as daemonset-controller.'),
                user: oneOrMore('The user of a client over HTTP.'),
                agent: oneOrMore('Its User-Agent.'),
                token: oneOrMore('Its bearer token.'),
              },
              additionalProperties: false,
            },
          ],
        },
        verb: oneOrMore('get, list, watch, create, update, patch, delete, ..., read, write.'),
        resource: oneOrMore('Plurals or kinds, such as pods or deployments.apps.'),
        subresource: oneOrMore('Such as status.'),
        namespace: oneOrMore('Namespaces.'),
        name: oneOrMore('Names of objects.'),
        version: {
          description: 'Where a list or a watch begins: none is named, any (0), an exact one.',
          anyOf: [
            { enum: versionForms },
            { type: 'array', items: { enum: versionForms }, minItems: 1 },
          ],
        },
        path: oneOrMore(
          'Paths of URLs, such as /openapi/*: also those that are not about objects.',
        ),
      },
      additionalProperties: false,
    },
    error: {
      description: 'The answer: a status code or a reason.',
      anyOf: [{ type: 'integer', enum: [...errorByCode.keys()] }, { enum: errorNames }],
    },
    latency: {
      description:
        'How much later requests over HTTP arrive: a duration, or uniform, normal, exponential, oneOf.',
      type: ['string', 'number', 'object'],
    },
    bandwidth: {
      description: 'How many bytes of an answer over HTTP arrive in a second: a quantity, 64Ki.',
      type: ['string', 'number'],
    },
    warning: { description: 'The text of a warning that answers over HTTP have.', type: 'string' },
    connection: { description: 'How connections break.', enum: connectionFates },
    certificate: {
      description: 'What the server shows instead of its certificate.',
      enum: certificateFates,
    },
    watch: {
      description: 'What happens to the stream of a watch, or to its events.',
      anyOf: [
        { enum: watchFates.filter((fate) => fate !== 'delay' && fate !== 'coalesce') },
        {
          type: 'object',
          properties: {
            delay: span('Events come this much later, in their order.'),
            coalesce: span('Events are gathered this long; the last of each object comes.'),
          },
          minProperties: 1,
          maxProperties: 1,
          additionalProperties: false,
        },
      ],
    },
    stale: {
      description: 'Gets and lists are answered from an older state.',
      anyOf: [
        { enum: ['frozen'] },
        {
          type: 'object',
          properties: {
            lag: count('How many revisions it lags.'),
            at: count('The revision at which it stays.'),
          },
          minProperties: 1,
          maxProperties: 1,
          additionalProperties: false,
        },
      ],
    },
    damage: {
      type: 'object',
      minProperties: 1,
      description: 'Merged into what is created or updated; null removes a field.',
    },
    shown: {
      type: 'object',
      minProperties: 1,
      description: 'Merged into the objects of answers over HTTP; null removes a field.',
    },
    metrics: { description: 'Measurements of pods or nodes are absent.', enum: ['missing'] },
    webhook: { description: 'How calls of admission webhooks fail.', enum: webhookFates },
    bookmarks: { description: 'What happens to bookmarks.', enum: bookmarkFates },
    message: { type: 'string', description: "In place of the error's own." },
    retryAfter: span('When clients are to try again (429, 503).'),
    applied: {
      type: 'boolean',
      description: 'The request is carried out; only its answer is lost.',
    },
    from: count('Strikes from this matching request on. Default: 1.'),
    every: count('Every second of them, every third... Default: 1.'),
    chance: {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 1,
      description: 'How likely each of them is struck. Default: 1.',
    },
    times: count('Ends after this many strikes.'),
    for: span('Ends after this long.'),
    after: span('Begins this much later. Default: at once.'),
    when: {
      type: 'object',
      description: 'It begins with a change of an object. Default: at once.',
      properties: {
        resource: oneOrMore('Plurals or kinds.'),
        namespace: oneOrMore('Namespaces.'),
        name: oneOrMore('Names of objects.'),
        event: {
          description: 'What happens. Default: any.',
          enum: ['created', 'updated', 'deleted'],
        },
        field: { type: 'string', description: 'The field that changes, such as spec.replicas.' },
        from: { description: 'Its value before; null: absent. Default: any.' },
        to: { description: 'Its value after; null: absent. Default: any.' },
        count: count('With this one of such changes. Default: 1.'),
      },
      required: ['resource'],
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};
