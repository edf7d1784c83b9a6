import type { Schemas } from '#schema';
import { wholeListing } from '../encode/slices.ts';
import { protobufType } from '../media/accept.ts';
import { UnreadableBody, type Serializer } from '../media/serializer.ts';
import { ProtobufCodec, type TypeMeta } from './codec.ts';
import { MalformedMessage } from './read.ts';
import type { FindKind } from './types.ts';

export function protobufSerializer(schemas: Schemas, findKind: FindKind): Serializer {
  const codec = new ProtobufCodec(schemas, findKind);
  return {
    mediaType: protobufType,

    read(bytes, expected) {
      const meta = expected && { apiVersion: expected.apiVersion, kind: expected.kind.kind };
      try {
        return { value: codec.decode(bytes, meta).object };
      } catch (error) {
        if (error instanceof MalformedMessage) throw new UnreadableBody(error.message);
        throw error;
      }
    },

    write(value) {
      return Buffer.from(codec.encode(wholeOf(value), metaOf(value)));
    },

    slices: (value) => slicesOf(codec, value),

    listSlices: (listing) => slicesOf(codec, wholeListing(listing)),

    writeEvent: (type, object) => codec.encodeWatchEvent(type, wholeOf(object), metaOf(object)),
  };
}

function wholeOf(value: object): object {
  return metaOf(value).kind === 'Status' ? wholeStatus(value) : value;
}

type Details = Readonly<Record<string, unknown>> & { readonly causes?: readonly object[] };

/**
 * Returns a Status with the empty fields that Go writes, which clients may compare byte by byte.
 */
function wholeStatus(status: { readonly metadata?: object; readonly details?: Details }): object {
  const { metadata, details } = status;
  return {
    ...{ status: '', message: '', reason: '', code: 0 },
    ...status,
    metadata: { selfLink: '', resourceVersion: '', continue: '', ...metadata },
    ...(details !== undefined && { details: wholeDetails(details) }),
  };
}

function wholeDetails(details: Details): object {
  const { causes } = details;
  return {
    ...{ name: '', group: '', kind: '', retryAfterSeconds: 0, uid: '' },
    ...details,
    ...(causes !== undefined && {
      causes: causes.map((cause) => ({ reason: '', message: '', field: '', ...cause })),
    }),
  };
}

function* slicesOf(codec: ProtobufCodec, value: object): Generator<Buffer | undefined> {
  const pieces = yield* codec.encoding(value, metaOf(value));
  for (const { buffer, byteOffset, byteLength } of pieces) {
    yield Buffer.from(buffer, byteOffset, byteLength);
  }
}

/** The resource list of the core group is the only value without an apiVersion. */
function metaOf(value: object): TypeMeta {
  const { apiVersion = 'v1', kind = '' } = value as Partial<TypeMeta>;
  return { apiVersion, kind };
}
