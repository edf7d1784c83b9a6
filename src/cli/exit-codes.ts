/** What the command's exit status means. */
export const exitCodes = {
  /** All went well; every check held. */
  ok: 0,
  /** The scenario ran, and a check or a step failed. */
  checksFailed: 1,
  /** Another process may lead: this one must not go on. */
  lostLease: 1,
  /** The command line or the scenario file is wrong; nothing ran. */
  invalid: 2,
  /** Virtual time could not move on: something works without end at one instant. */
  didNotSettle: 3,
  /** What a run leaves behind takes more memory than it may. */
  recordFull: 4,
  /** A defect of the program. */
  internal: 70,
} as const;
