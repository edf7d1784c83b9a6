import type { KindRegistry } from '#catalog';

/** Returns what decodes objects of these kinds in protobuf; see {@link ProtobufCodec.decode}. */
export async function protobufDecoder(kinds: KindRegistry): Promise<(bytes: Uint8Array) => object> {
  const { ProtobufCodec } = await import('./codec.ts');
  const codec = new ProtobufCodec(
    kinds.profile.schemas,
    (apiVersion, kind) => kinds.byKind(apiVersion, kind)?.schema,
  );
  return (bytes) => codec.decode(bytes).object;
}
