/** How many addresses endpoints may hold, and what is left out when there are more. */
import type { EndpointAddress, EndpointSubset } from '#types';

/** Addresses in all subsets of one object. */
export const CAPACITY = 1000;

export interface Truncation {
  readonly subsets: readonly EndpointSubset[];
  readonly isTruncated: boolean;
}

/**
 * Not more than the capacity. Ready addresses come first: others are cut, or dropped if the ready
 * ones alone are too many. Every subset is cut in proportion, rounded up, as long as there is room.
 */
export function truncate(subsets: readonly EndpointSubset[]): Truncation {
  const ready = count(subsets, 'addresses');
  const notReady = count(subsets, 'notReadyAddresses');
  if (ready + notReady <= CAPACITY) return { subsets, isTruncated: false };
  const cut = ready > CAPACITY ? 'addresses' : 'notReadyAddresses';
  const total = cut === 'addresses' ? ready : notReady;
  const room = cut === 'addresses' ? CAPACITY : CAPACITY - ready;
  let left = room;
  const truncated = subsets.map((subset) => {
    const listed = subset[cut] ?? [];
    const share = Math.min(Math.ceil((listed.length / total) * room), left);
    left -= Math.min(share, listed.length);
    const { addresses, notReadyAddresses, ports } = subset;
    return {
      ...field('addresses', cut === 'addresses' ? listed.slice(0, share) : addresses),
      ...field(
        'notReadyAddresses',
        cut === 'addresses' ? undefined : (notReadyAddresses ?? []).slice(0, share),
      ),
      ...(ports !== undefined && { ports }),
    };
  });
  return { subsets: truncated, isTruncated: true };
}

/** All addresses, ready or not. */
export function addressCount(subsets: readonly EndpointSubset[]): number {
  return count(subsets, 'addresses') + count(subsets, 'notReadyAddresses');
}

function count(
  subsets: readonly EndpointSubset[],
  which: 'addresses' | 'notReadyAddresses',
): number {
  return subsets.reduce((sum, subset) => sum + (subset[which]?.length ?? 0), 0);
}

function field(
  name: 'addresses' | 'notReadyAddresses',
  addresses: readonly EndpointAddress[] | undefined,
): Partial<EndpointSubset> {
  return addresses === undefined || addresses.length === 0 ? {} : { [name]: addresses };
}
