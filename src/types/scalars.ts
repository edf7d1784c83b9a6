/** The scalars of API types that have a form of their own, as they stand in JSON. */

/** RFC 3339 in UTC with whole seconds: `2024-01-01T00:00:00Z`. */
export type Time = string;

/** RFC 3339 in UTC with microseconds: `2024-01-01T00:00:00.000000Z`. */
export type MicroTime = string;

/** An amount of a resource: `500m`, `2Gi`. Stored in canonical form. */
export type Quantity = string;

/** A number, or text such as a percentage (`25%`) or a port name. */
export type IntOrString = number | string;
