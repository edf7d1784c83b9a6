/** The command's exit codes. */
export const exitCodes = {
  /** Success; every check passed. */
  ok: 0,
  /** The scenario ran, and a check or a step failed. */
  checksFailed: 1,
  /** The lease was lost: another process may lead now. */
  lostLease: 1,
  /** The command line or the scenario file is invalid; nothing ran. */
  invalid: 2,
  /** Virtual time could not advance: work at one instant never ends. */
  didNotSettle: 3,
  /** The result of a run exceeds the memory limit. */
  recordFull: 4,
  /** A defect of the program. */
  internal: 70,
} as const;
