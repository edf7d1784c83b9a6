/** scheduling/v1: priority classes. Notation: see src/schema/notation.ts. */
export const schedulingV1 = `
kind PriorityClass {
  description: string #4
  globalDefault: boolean #3
  preemptionPolicy: *string(Never|PreemptLowerPriority) #5
  value: int32 #2 written required@-1.35
}
`;
