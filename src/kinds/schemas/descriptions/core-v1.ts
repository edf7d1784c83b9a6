/** core/v1: what some of its types mean. Notation: see index.ts. */
export const coreV1Descriptions = `
ResourceQuota Limits what the objects of a namespace may use together.
  spec The limits that are wanted.
  status The limits that are in force, and how much of each is used.
ResourceQuotaSpec
  hard The most that the namespace may have of each named resource.
  scopes Only objects that fit all of these scopes count. Without any, all objects of the namespace do.
  scopeSelector Picks scopes by expressions. An object counts when it fits this and all of scopes.
ResourceQuotaStatus
  hard The limits that are in force, by resource.
  used How much of each limited resource the namespace uses at present.
ScopeSelector Requirements about scopes, all of which an object has to meet.
  matchExpressions The requirements.
ScopedResourceSelectorRequirement A scope, an operator and the values that belong to both.
  operator How the scope relates to the values: In, NotIn, Exists or DoesNotExist.
  scopeName The scope that the requirement is about.
  values The values for In and NotIn, which need some. Exists and DoesNotExist take none. A patch replaces them as a whole.

Endpoints The addresses behind a service: the union of all subsets.
  subsets Groups of addresses that share their ports. An address may stand in several subsets, once for each set of ports that is ready.
EndpointSubset Some addresses with the ports that each of them has. It means every address with every port.
  addresses Addresses whose ports are ready to be used.
  notReadyAddresses Addresses whose ports are not ready: not started yet, or failing their checks.
  ports The ports of all these addresses.
EndpointAddress One IP address.
  hostname The name of the host under the name of the service.
  ip The address. It may not be a loopback, link-local or link-local multicast address.
  nodeName The node that the endpoint is on.
  targetRef The object behind the address, mostly a pod.
EndpointPort One port.
  appProtocol The protocol of the application: a standard service name, or a name with a prefix.
  name The name of the service's port that this one belongs to. May be left out where there is only one.
  port The number of the port.
  protocol UDP, TCP or SCTP. TCP by default.

ObjectReference Enough to find another object, or a part of it.
  apiVersion Group and version of the object.
  fieldPath The part of the object that is meant, such as spec.containers{name}.
  kind Kind of the object.
  name Name of the object.
  namespace Namespace of the object.
  resourceVersion The version of the object that is meant, if any particular one.
  uid UID of the object.

Toleration Lets a pod onto nodes with taints that match key, value and effect.
  effect The effect of the taints: NoSchedule, PreferNoSchedule or NoExecute. Nothing means any effect.
  key The key of the taints. Nothing means any key; the operator has to be Exists then.
  operator How the value is compared: Equal, which is the default, or Exists, for which any value will do.
  tolerationSeconds How long a taint of effect NoExecute is tolerated before the pod is evicted. Forever when absent; zero or less means not at all.
  value The value of the taints. Stays empty with Exists.

PodTemplateSpec What the pods made from a template look like.
  metadata Labels, annotations and the like of the pods.
  spec What the pods run, and how.
LocalObjectReference Names another object of the same namespace.
  name Name of the object.
`;
