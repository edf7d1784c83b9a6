/** The media type application/vnd.kubernetes.protobuf. Loads the library: import it on first use. */
export { protobufSerializer } from './serializer.ts';
export type { FindKind } from './types.ts';
