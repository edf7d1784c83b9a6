/** networking/v1: ingresses, their classes and network policies. Notation: see src/schema/notation.ts. */
const others = `
kind Ingress { spec: IngressSpec #2; status: IngressStatus #3 }
kind IngressClass { spec: IngressClassSpec #2 }
kind NetworkPolicy { spec: NetworkPolicySpec #2; status: NetworkPolicyStatus #3 until=1.27 }

IngressSpec {
  defaultBackend: *IngressBackend #1
  ingressClassName: *string #4
  rules: [IngressRule] #3 atomic
  tls: [IngressTLS] #2 atomic
}

IngressStatus {
  loadBalancer: LoadBalancerStatus #1 until=1.25
  loadBalancer: IngressLoadBalancerStatus #1 since=1.26
}

IngressBackend {
  resource: *TypedLocalObjectReference #3
  service: *IngressServiceBackend #4
}

IngressServiceBackend { name!: string #1; port: ServiceBackendPort #2 }
atomic@1.31- ServiceBackendPort { name: string #1; number: int32 #2 }
IngressRule { host: string #1; http: *HTTPIngressRuleValue #2.1 }
HTTPIngressRuleValue { paths!: [HTTPIngressPath] #1 atomic }
HTTPIngressPath {
  backend!: IngressBackend #2
  path: string #1
  pathType!: *string(Exact|ImplementationSpecific|Prefix) #3
}
IngressTLS { hosts: [string] #1 atomic; secretName: string #2 }

IngressClassSpec { controller: string #1; parameters: *IngressClassParametersReference #2 }

IngressClassParametersReference {
  apiGroup: *string #1
  kind!: string #2
  name!: string #3
  namespace: *string #5
  scope: *string #4 default=Cluster written
}

NetworkPolicySpec {
  egress: [NetworkPolicyEgressRule] #3
  ingress: [NetworkPolicyIngressRule] #2
  podSelector: LabelSelector #1 written required@-1.33
  policyTypes: [string(Egress|Ingress)] #4
}

NetworkPolicyStatus { conditions: [Condition] #1 merge=type map=type gate=NetworkPolicyStatus }
NetworkPolicyEgressRule { ports: [NetworkPolicyPort] #1; to: [NetworkPolicyPeer] #2 }
NetworkPolicyIngressRule { from: [NetworkPolicyPeer] #2; ports: [NetworkPolicyPort] #1 }
NetworkPolicyPort { endPort: *int32 #3; port: *IntOrString #2; protocol: *string(SCTP|TCP|UDP) #1 }

NetworkPolicyPeer {
  ipBlock: *IPBlock #3
  namespaceSelector: *LabelSelector #2
  podSelector: *LabelSelector #1
}

IPBlock { cidr!: string #1; except: [string] #2 }

IngressLoadBalancerIngress {
  hostname: string #2
  ip: string #1
  ports: [IngressPortStatus] #4 atomic
}

IngressLoadBalancerStatus { ingress: [IngressLoadBalancerIngress] #1 }

IngressPortStatus { error: *string #3; port!: int32 #1; protocol!: string(SCTP|TCP|UDP) #2 }
`;

/** Of the versions before v1, too. */
const addresses = `
kind IPAddress { spec: IPAddressSpec #2 required@1.36- }

IPAddressSpec { parentRef: *ParentReference #1 required }

ParentReference {
  group: string #1
  name: string #4 required
  namespace: string #3
  resource: string #2 required
}

kind ServiceCIDR { spec: ServiceCIDRSpec #2; status: ServiceCIDRStatus #3 }

ServiceCIDRSpec { cidrs: [string] #1 atomic }

ServiceCIDRStatus { conditions: [Condition] #1 merge=type map=type }
`;

export const networkingV1: readonly string[] = [others, addresses];

export const networkingV1Beta1: string = addresses;

/** What it required later it did not require at first. */
export const networkingV1Alpha1: string = addresses
  .replace(' required@1.36-', '')
  .replaceAll(' required', ' required@1.30-')
  .replace('name: string', 'uid: string #5 until=1.28\n  name: string')
  .replace(' atomic', ' atomic@1.31-');
