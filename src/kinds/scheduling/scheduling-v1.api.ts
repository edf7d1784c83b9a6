/** scheduling/v1: priority classes. Notation: see parse.ts. */
export const schedulingV1 = `
kind PriorityClass {
  description: string
  globalDefault: boolean
  preemptionPolicy: *string
  value!: int32
}
`;
