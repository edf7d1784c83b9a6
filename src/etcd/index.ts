/** The store on a real etcd, in the keys and values of Kubernetes, and the driver that it speaks by. */
export { Etcd, type EtcdOptions } from './driver/etcd.ts';
export type { EtcdTls } from './driver/connection.ts';
export { codes, EtcdError, isCompacted } from './driver/error.ts';
export { EtcdStore, type EtcdStoreOptions } from './etcd-store.ts';
export { Compactor } from './compactor.ts';
export { Leadership } from './leadership.ts';
export { noteWriter, readWriter } from './written-release.ts';
export { MasterLeases } from './master-leases.ts';
