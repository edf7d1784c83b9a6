/** metrics/v1beta1: the current usage of pods and nodes. Notation: see parse.ts. */
export const metricsV1Beta1 = `
kind PodMetrics {
  containers!: [ContainerMetrics]
  timestamp!: Time
  window!: string
}

kind NodeMetrics {
  timestamp!: Time
  usage!: {Quantity}
  window!: string
}

ContainerMetrics {
  name!: string
  usage!: {Quantity}
}
`;
