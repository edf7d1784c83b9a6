/** What other API servers say about their versions in OpenAPI: asked for when ours are. */
import { objectOf, remoteTarget, type ApiServer, type RemoteReply } from '#api';
import { isObject } from '#schema';
import type { apiregistrationV1 } from '#types';
import { hashed, type JsonSchema, type RemoteOpenApi, type Text } from '../openapi/index.ts';
import { remoteServices } from './discovery.ts';
import { withDescription } from './merged-description.ts';

type APIService = apiregistrationV1.APIService;

/** How long another server may take, by the machine's clock, ms. A slow one is left out. */
const patienceMs = 5000;

export class RemoteDescriptions implements RemoteOpenApi {
  readonly #api: ApiServer;

  constructor(api: ApiServer) {
    this.#api = api;
  }

  /** Where the parts of version 3 are, by name. */
  async version3(): Promise<ReadonlyMap<string, string>> {
    const answers = await this.#all('/openapi/v3');
    return new Map(
      answers.flatMap(({ service, document }) => {
        const { paths } = document;
        if (!isObject(paths)) return [];
        return Object.entries(paths).flatMap(([name, path]): (readonly [string, string])[] =>
          isPartOf(service, name) && isObject(path)
            ? [[name, String(path['serverRelativeURL'])]]
            : [],
        );
      }),
    );
  }

  /** Asks for a part of version 3; undefined when it is of no other server, or the server does not answer. */
  async part(
    name: string,
    path: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<RemoteReply | undefined> {
    const services = await remoteServices(this.#api);
    const service = services.find((each) => isPartOf(each, name));
    return service && this.#ask(service, path, headers);
  }

  /** A document of version 2 with what others add; the same one when there is nothing. */
  async withVersion2(document: Text): Promise<Text> {
    const answers = await this.#all('/openapi/v2');
    if (answers.length === 0) return document;
    const merged = answers.reduce(
      (all, { service, document: more }) => withDescription(all, more, `/${pathOf(service)}/`),
      JSON.parse(document.text) as JsonSchema,
    );
    return hashed(JSON.stringify(merged));
  }

  async #all(path: string): Promise<readonly Answered[]> {
    const services = await remoteServices(this.#api);
    const replies = services.map(async (service) => {
      const reply = await this.#ask(service, path, { accept: 'application/json' });
      const document = reply?.status === 200 ? await objectOf(reply) : undefined;
      return document === undefined ? [] : [{ service, document }];
    });
    return (await Promise.all(replies)).flat();
  }

  async #ask(
    service: APIService,
    path: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<RemoteReply | undefined> {
    const reply = this.#api.callRemote({
      ...remoteTarget(service),
      method: 'GET',
      path,
      headers: { ...headers, 'x-remote-user': 'system:aggregator' },
      timeoutMs: patienceMs,
    });
    return reply?.catch(() => undefined);
  }
}

interface Answered {
  readonly service: APIService;
  readonly document: JsonSchema;
}

function pathOf({ spec: { group = '', version = '' } }: APIService): string {
  return `apis/${group}/${version}`;
}

function isPartOf(service: APIService, name: string): boolean {
  return name === pathOf(service) || name === `apis/${service.spec.group ?? ''}`;
}
