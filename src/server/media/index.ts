/** The media types that the server speaks. A new one is a file and a line. */
import type { FindKind } from '../protobuf/types.ts';
import type { YamlForm } from '../yaml-aside.ts';
import { json } from './json.ts';
import { Serializers, type SerializerSource } from './serializer.ts';

/**
 * The serializers, in order of preference; what is not needed by most is loaded on first use.
 * @param findKind for media types that say kinds by number
 */
export function makeSerializers(findKind: FindKind, yaml: YamlForm): Serializers {
  return new Serializers(
    new Map<string, SerializerSource>([
      ['application/json', () => json],
      ['application/yaml', async () => (await import('./yaml.ts')).yamlSerializer(yaml)],
      [
        'application/vnd.kubernetes.protobuf',
        async () => (await import('../protobuf/serializer.ts')).protobufSerializer(findKind),
      ],
    ]),
  );
}
