/** Stores on one etcd, each as a server of its own has it. */
import { KindRegistry } from '#catalog';
import { defaultProfile } from '#kinds';
import { machineTimers } from '#clock';
import { Etcd, EtcdStore, type EtcdOptions, type EtcdStoreOptions } from '#etcd';
import { protobufDecoder } from '#server';
import { FakeClock } from '../../support/fake-clock.ts';

export const timers = machineTimers();

export interface StoreRig {
  readonly store: EtcdStore;
  readonly etcd: Etcd;
  readonly clock: FakeClock;
  /** What was found in etcd that is not an object. */
  readonly broken: string[];
  close(): void;
}

let servers = 0;

/** @param url of the etcd @param prefix objects of other prefixes are not seen */
export async function storeRig(
  url: string,
  prefix: string,
  options: Partial<EtcdStoreOptions> = {},
  connection: Partial<EtcdOptions> = {},
): Promise<StoreRig> {
  const etcd = new Etcd({ urls: [url], timers, timeoutMs: 2000, ...connection });
  const clock = new FakeClock();
  const broken: string[] = [];
  const store = new EtcdStore({
    ...{ etcd, clock, timers, prefix, server: `server ${++servers}` },
    kinds: new KindRegistry(defaultProfile),
    decodeProtobuf: await protobufDecoder(new KindRegistry(defaultProfile)),
    onBroken: (key, error) => broken.push(`${key}: ${error.message}`),
    ...options,
  });
  await store.begin();
  return {
    ...{ store, etcd, clock, broken },
    close() {
      store.close();
      etcd.close();
    },
  };
}
