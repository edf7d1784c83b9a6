/** networking/v1: ingresses, their classes and network policies. Notation: see parse.ts. */
export const networkingV1 = `
kind Ingress { spec: IngressSpec; status: IngressStatus }
kind IngressClass { spec: IngressClassSpec }
kind NetworkPolicy { spec: NetworkPolicySpec; status: NetworkPolicyStatus }

IngressSpec {
  defaultBackend: *IngressBackend
  ingressClassName: *string
  rules: [IngressRule] atomic
  tls: [IngressTLS] atomic
}

IngressStatus { loadBalancer: LoadBalancerStatus }

IngressBackend {
  resource: *TypedLocalObjectReference
  service: *IngressServiceBackend
}

IngressServiceBackend { name!: string; port: ServiceBackendPort }
ServiceBackendPort { name: string; number: int32 }
IngressRule { host: string; http: *HTTPIngressRuleValue }
HTTPIngressRuleValue { paths!: [HTTPIngressPath] atomic }
HTTPIngressPath { backend!: IngressBackend; path: string; pathType!: *string }
IngressTLS { hosts: [string] atomic; secretName: string }

IngressClassSpec { controller: string; parameters: *IngressClassParametersReference }

IngressClassParametersReference {
  apiGroup: *string
  kind!: string
  name!: string
  namespace: *string
  scope: *string written
}

NetworkPolicySpec {
  egress: [NetworkPolicyEgressRule]
  ingress: [NetworkPolicyIngressRule]
  podSelector!: LabelSelector
  policyTypes: [string]
}

NetworkPolicyStatus { conditions: [Condition] merge=type map=type }
NetworkPolicyEgressRule { ports: [NetworkPolicyPort]; to: [NetworkPolicyPeer] }
NetworkPolicyIngressRule { from: [NetworkPolicyPeer]; ports: [NetworkPolicyPort] }
NetworkPolicyPort { endPort: *int32; port: *IntOrString; protocol: *string }

NetworkPolicyPeer {
  ipBlock: *IPBlock
  namespaceSelector: *LabelSelector
  podSelector: *LabelSelector
}

IPBlock { cidr!: string; except: [string] }
`;
