/** node/v1: runtime classes. Notation: see parse.ts. */
export const nodeV1 = `
kind RuntimeClass { handler!: string; overhead: *Overhead; scheduling: *Scheduling }
Overhead { podFixed: {Quantity} exact }
Scheduling { nodeSelector: {string} atomic; tolerations: [Toleration] atomic }
`;
