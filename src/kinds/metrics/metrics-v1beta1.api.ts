/** metrics/v1beta1: the current usage of pods and nodes. Notation: see src/schema/notation.ts. */
export const metricsV1Beta1 = `
kind PodMetrics {
  containers!: [ContainerMetrics] #4
  timestamp!: Time #2
  window!: string #3 duration
}

kind NodeMetrics {
  timestamp!: Time #2
  usage!: {Quantity} #4
  window!: string #3 duration
}

ContainerMetrics {
  name!: string #1
  usage!: {Quantity} #2
}
`;
