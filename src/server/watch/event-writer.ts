/** Watch events in the form that a client accepts. */
import type { KubeObject } from '#values';
import type { ChangeEvent } from '#request';
import { metaVersion, tableOptions } from '../answer/answer.ts';
import { jsonBytes } from '../encode/json.ts';
import { partialObject, table } from '../encode/partial.ts';
import type { Negotiated } from '../exchange/exchange.ts';
import { jsonType } from '../media/accept.ts';
import type { Serializer } from '../media/serializer.ts';
import type { Served } from '../exchange/served-kinds.ts';
import { untypedBookmark } from './bookmark.ts';
import type { SharedBatches } from './shared-batches.ts';

export interface EventWriter {
  /** Of several events, one after the other. */
  batch(events: readonly ChangeEvent[]): Buffer;
  /** Of an event for this watch alone; an ERROR's object is written as it is. */
  single(type: string, object: object): Buffer;
}

/** @param filter the client's selectors; clients with the same selectors share bytes */
export async function eventWriter(
  exchange: Negotiated,
  served: Served,
  batches: SharedBatches,
  filter: string,
): Promise<EventWriter> {
  const { output, server } = exchange;
  if (output.mediaType === jsonType && output.transform === undefined) {
    return new PlainWriter(served, batches, filter);
  }
  const serializer = await server.serializers.find(output.mediaType)!;
  return new ShapingWriter(exchange, served, serializer);
}

/** Whole objects in JSON: mostly from bytes that are already encoded. */
class PlainWriter implements EventWriter {
  readonly #served: Served;
  readonly #batches: SharedBatches;
  readonly #filter: string;

  constructor(served: Served, batches: SharedBatches, filter: string) {
    this.#served = served;
    this.#batches = batches;
    this.#filter = filter;
  }

  batch(events: readonly ChangeEvent[]): Buffer {
    return this.#batches.bytesOf(events, this.#filter, (all) => {
      const parts: Buffer[] = [];
      for (const { type, object } of all) this.#served.encoder.addEvent(parts, type, object);
      return Buffer.concat(parts);
    });
  }

  single(type: string, object: object): Buffer {
    const isUntyped = type === 'BOOKMARK' && this.#served.kind.custom !== undefined;
    return jsonBytes({ type, object: isUntyped ? untypedBookmark(object as KubeObject) : object });
  }
}

/** Tables, metadata only, or another media type. */
class ShapingWriter implements EventWriter {
  readonly #exchange: Negotiated;
  readonly #served: Served;
  readonly #serializer: Serializer;
  #hasColumns = false;

  constructor(exchange: Negotiated, served: Served, serializer: Serializer) {
    this.#exchange = exchange;
    this.#served = served;
    this.#serializer = serializer;
  }

  batch(events: readonly ChangeEvent[]): Buffer {
    return Buffer.concat(events.map(({ type, object }) => this.single(type, object)));
  }

  single(type: string, object: object): Buffer {
    const shown = type === 'ERROR' ? object : this.#shape(object as KubeObject);
    return this.#serializer.writeEvent!(type, shown);
  }

  #shape(object: KubeObject): object {
    const { output } = this.#exchange;
    switch (output.transform) {
      case undefined:
        return this.#served.encoder.value(object);
      case 'Table': {
        const { resourceVersion } = object.metadata;
        const options = tableOptions(this.#exchange);
        const rows = table(this.#served, [object], { resourceVersion }, options, !this.#hasColumns);
        this.#hasColumns = true;
        return rows;
      }
      case 'PartialObjectMetadata':
      case 'PartialObjectMetadataList':
        return partialObject(this.#served, object, metaVersion(output));
    }
  }
}
