/** What keeps devices from being given, though nothing is short: a broken claim, class or pool. */
export class DeviceError extends Error {}

/** An expression that has no answer about a device. */
export class NoAnswer extends DeviceError {}
