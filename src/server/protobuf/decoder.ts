import { KindRegistry, kinds } from '#catalog';

/** Decodes objects of built-in kinds in protobuf; see {@link ProtobufCodec.decode}. */
export async function protobufDecoder(): Promise<(bytes: Uint8Array) => object> {
  const { ProtobufCodec } = await import('./codec.ts');
  const registry = new KindRegistry(kinds);
  const codec = new ProtobufCodec((apiVersion, kind) => registry.byKind(apiVersion, kind)?.schema);
  return (bytes) => codec.decode(bytes).object;
}
