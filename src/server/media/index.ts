/** The media types that the server supports. A new one takes a file and a line. */
import type { Schemas } from '#schema';
import type { FindKind } from '../protobuf/types.ts';
import type { YamlForm } from '../yaml/yaml-thread.ts';
import { protobufType } from './accept.ts';
import { json } from './json.ts';
import { Serializers, type SerializerSource } from './serializer.ts';

/**
 * Returns the serializers, in order of preference; rarely used ones are loaded on first use.
 * @param schemas of the release @param findKind for media types that identify kinds by number
 */
export function makeSerializers(schemas: Schemas, findKind: FindKind, yaml: YamlForm): Serializers {
  return new Serializers(
    new Map<string, SerializerSource>([
      ['application/json', () => json],
      ['application/yaml', async () => (await import('./yaml.ts')).yamlSerializer(yaml)],
      [
        protobufType,
        async () =>
          (await import('../protobuf/serializer.ts')).protobufSerializer(schemas, findKind),
      ],
    ]),
  );
}
