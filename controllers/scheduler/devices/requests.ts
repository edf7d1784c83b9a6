/** What the requests of claims ask for. */
import type { resourceV1 } from '#types';

type DeviceRequest = resourceV1.DeviceRequest;

/** One way to satisfy a request. */
export interface DeviceOption {
  /** That of the request; for one of several ways, `REQUEST/WAY`. */
  readonly name: string;
  /** That of the request. */
  readonly request: string;
  readonly deviceClassName: string;
  readonly selectors: readonly resourceV1.DeviceSelector[];
  readonly tolerations: readonly resourceV1.DeviceToleration[];
  /** All devices that are selected, which must be one at least. */
  readonly isAll: boolean;
  /** Without {@link isAll}. */
  readonly count: number;
  /** Whether it gets devices that others have, too. */
  readonly isAdmin: boolean;
}

/** Returns the ways to satisfy a request, the best first. */
export function deviceOptions({
  name,
  exactly,
  firstAvailable = [],
}: DeviceRequest): readonly DeviceOption[] {
  if (exactly != null) return [deviceOption(name, name, exactly)];
  return firstAvailable.map((each) => deviceOption(`${name}/${each.name}`, name, each));
}

function deviceOption(
  name: string,
  request: string,
  input: resourceV1.ExactDeviceRequest | resourceV1.DeviceSubRequest,
): DeviceOption {
  const { deviceClassName, selectors = [], tolerations = [], allocationMode, count } = input;
  return {
    ...{ name, request, deviceClassName, selectors, tolerations },
    isAll: allocationMode === 'All',
    count: count ?? 1,
    isAdmin: 'adminAccess' in input && input.adminAccess === true,
  };
}
