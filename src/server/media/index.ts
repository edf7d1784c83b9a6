/** The media types that the server speaks. A new one is a file and a line. */
import { json } from './json.ts';
import type { SerializerSource } from './serializer.ts';

export const protobufType = 'application/vnd.kubernetes.protobuf';

/** Without protobuf, which has to be handed in. */
export const defaultSerializers: readonly (readonly [string, SerializerSource])[] = [
  ['application/json', () => json],
  ['application/yaml', async () => (await import('./yaml.ts')).yaml],
];
