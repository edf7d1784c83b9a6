import type { RemoteReply } from '#api';
import type { Text } from './documents.ts';

/** What other servers describe. */
export interface RemoteOpenApi {
  /** Where the parts of version 3 are, by name. */
  version3(): Promise<ReadonlyMap<string, string>>;
  /** Asks for a part of version 3; undefined when it is of no other server, or the server does not answer. */
  part(
    name: string,
    path: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<RemoteReply | undefined>;
  /** A document of version 2 with what others add; the same one when there is nothing. */
  withVersion2(document: Text): Promise<Text>;
}
