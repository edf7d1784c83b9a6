/**
 * The cluster roles of controllers, named after the service account that has the role: the names of
 * roles and bindings begin with `system:controller:`. Notation: see read.ts.
 */
export const controllerRoles = `
attachdetach-controller
  list,watch core persistentvolumeclaims,persistentvolumes
  get,list,watch core nodes
  patch,update core nodes/status
  list,watch core pods
  create,patch,update core,events.k8s.io events
  create,delete,get,list,watch storage.k8s.io volumeattachments
  get,list,watch storage.k8s.io csidrivers
  get,list,watch storage.k8s.io csinodes
certificate-controller
  delete,get,list,watch certificates.k8s.io certificatesigningrequests
  update certificates.k8s.io certificatesigningrequests/approval,certificatesigningrequests/status
  approve certificates.k8s.io signers kubernetes.io/kube-apiserver-client-kubelet
  sign certificates.k8s.io signers kubernetes.io/kube-apiserver-client,kubernetes.io/kube-apiserver-client-kubelet,kubernetes.io/kubelet-serving,kubernetes.io/legacy-unknown
  create authorization.k8s.io subjectaccessreviews
  create,patch,update core,events.k8s.io events
clusterrole-aggregation-controller
  escalate,get,list,patch,update,watch rbac.authorization.k8s.io clusterroles
cronjob-controller
  get,list,update,watch batch cronjobs
  create,delete,get,list,patch,update,watch batch jobs
  update batch cronjobs/status
  update batch cronjobs/finalizers
  delete,list core pods @24-31
  delete,list,watch core pods @32-
  create,patch,update core,events.k8s.io events
daemon-set-controller
  get,list,watch apps,extensions daemonsets
  update apps,extensions daemonsets/status
  update apps,extensions daemonsets/finalizers
  list,watch core nodes
  create,delete,list,patch,watch core pods
  create core pods/binding
  create,delete,get,list,patch,update,watch apps controllerrevisions
  create,patch,update core,events.k8s.io events
deployment-controller
  get,list,update,watch apps,extensions deployments
  update apps,extensions deployments/status
  update apps,extensions deployments/finalizers
  create,delete,get,list,patch,update,watch apps,extensions replicasets
  get,list,update,watch core pods
  create,patch,update core,events.k8s.io events
device-taint-eviction-controller @36-
  delete,get,list,watch core pods
  patch,update core pods/status
  get,list,watch resource.k8s.io resourceclaims
  get,list,watch resource.k8s.io resourceslices
  get,list,watch resource.k8s.io deviceclasses
  create,patch,update core,events.k8s.io events
  patch,update resource.k8s.io devicetaintrules/status @37-
  get,list,watch resource.k8s.io devicetaintrules @37-
disruption-controller
  get,list,watch apps,extensions deployments
  get,list,watch apps,extensions replicasets
  get,list,watch core replicationcontrollers
  get,list,watch policy poddisruptionbudgets
  get,list,watch apps statefulsets
  update policy poddisruptionbudgets/status
  patch,update core pods/status @31-
  get * */scale
  create,patch,update core,events.k8s.io events
  patch,update core pods/status @26-30
endpoint-controller
  get,list,watch core pods,services
  create,delete,get,list,update core endpoints @24-31
  create,delete,get,list,update,watch core endpoints @32-
  create core endpoints/restricted
  create,patch,update core,events.k8s.io events
endpointslice-controller
  get,list,watch core nodes,pods,services
  update core services/finalizers
  create,delete,get,list,update discovery.k8s.io endpointslices @24-31
  create,delete,get,list,update,watch discovery.k8s.io endpointslices @32-
  create,patch,update core,events.k8s.io events
endpointslicemirroring-controller
  get,list,watch core endpoints,services
  update core services/finalizers
  update core endpoints/finalizers
  create,delete,get,list,update discovery.k8s.io endpointslices @24-31
  create,delete,get,list,update,watch discovery.k8s.io endpointslices @32-
  create,patch,update core,events.k8s.io events
ephemeral-volume-controller
  get,list,watch core pods
  update core pods/finalizers
  create,get,list,watch core persistentvolumeclaims
  create,patch,update core,events.k8s.io events
expand-controller
  get,list,patch,update,watch core persistentvolumes
  patch,update core persistentvolumeclaims/status
  get,list,watch core persistentvolumeclaims
  get,list,watch storage.k8s.io storageclasses @24-31
  get core endpoints,services @24-31
  get core secrets @24-31
  create,patch,update core,events.k8s.io events
  get core services @32-35
generic-garbage-collector
  delete,get,list,patch,update,watch * *
  create,patch,update core,events.k8s.io events
horizontal-pod-autoscaler
  get,list,watch autoscaling horizontalpodautoscalers
  update autoscaling horizontalpodautoscalers/status
  get,update * */scale
  list core pods @24-31
  get core services/proxy http:heapster:,https:heapster: @24-26
  list metrics.k8s.io pods @24-31
  get,list custom.metrics.k8s.io * @24-31
  get,list external.metrics.k8s.io * @24-31
  list,watch core pods @32-
  list,watch metrics.k8s.io pods @32-
  get,list,watch custom.metrics.k8s.io * @32-
  get,list,watch external.metrics.k8s.io * @32-
  create,patch,update core,events.k8s.io events
job-controller
  get,list,patch,update,watch batch jobs
  update batch jobs/status
  update batch jobs/finalizers
  create,delete,list,patch,watch core pods
  create,patch,update core,events.k8s.io events
kube-apiserver-serving-clustertrustbundle-publisher @37-
  attest certificates.k8s.io signers kubernetes.io/kube-apiserver-serving
  create,delete,list,update,watch certificates.k8s.io clustertrustbundles
  create,patch,update core,events.k8s.io events
legacy-service-account-token-cleaner @29-
  get core configmaps kube-apiserver-legacy-service-account-token-tracking
  delete,patch core secrets
namespace-controller
  delete,get,list,watch core namespaces
  update core namespaces/finalize,namespaces/status
  delete,deletecollection,get,list * * @24-31
  delete,deletecollection,get,list,watch * * @32-
node-controller
  delete,get,list,patch,update core nodes @24-31
  delete,get,list,patch,update,watch core nodes @32-
  patch,update core nodes/status
  update core pods/status @24-25
  patch,update core pods/status @26-
  delete,list core pods @24-30
  create,get,list,update networking.k8s.io clustercidrs @25-29
  delete,get,list core pods @31
  delete,get,list,watch core pods @32-
  get,list,watch coordination.k8s.io leases @37-
  create,patch,update core,events.k8s.io events
  get core pods @26-30
persistent-volume-binder
  create,delete,get,list,update,watch core persistentvolumes
  update core persistentvolumes/status
  get,list,update,watch core persistentvolumeclaims
  update core persistentvolumeclaims/status
  create,delete,get,list,watch core pods
  get,list,watch storage.k8s.io storageclasses
  create,delete,get,update core endpoints @24-31
  create,delete,get core services @24-31
  get core secrets @24-31
  get,list core nodes @24-31
  list,watch core nodes @32-
  create,patch,update core,events.k8s.io events @32-
  watch core events
  create,patch,update core,events.k8s.io events @24-31
  get core services @32-35
pod-garbage-collector
  delete,list,watch core pods
  get,list core nodes @24-31
  get,list,watch core nodes @32-
  patch core pods/status @26-
podcertificaterequestcleaner @37-
  delete,get,list,watch certificates.k8s.io podcertificaterequests
pv-protection-controller
  get,list,update,watch core persistentvolumes
  create,patch,update core,events.k8s.io events
pvc-protection-controller
  get,list,update,watch core persistentvolumeclaims
  update core persistentvolumeclaims/status @36-
  get,list,watch core pods
  create,patch,update core,events.k8s.io events
replicaset-controller
  get,list,update,watch apps,extensions replicasets
  update apps,extensions replicasets/status
  update apps,extensions replicasets/finalizers
  create,delete,list,patch,watch core pods
  create,patch,update core,events.k8s.io events
replication-controller
  get,list,update,watch core replicationcontrollers
  update core replicationcontrollers/status
  update core replicationcontrollers/finalizers
  create,delete,list,patch,watch core pods
  create,patch,update core,events.k8s.io events
resource-claim-controller @34-
  get,list,watch core pods
  update core pods/finalizers
  create,delete,get,list,watch resource.k8s.io resourceclaims
  patch,update resource.k8s.io resourceclaims,resourceclaims/status
  patch,update core pods/status
  create,patch,update core,events.k8s.io events
  patch,update resource.k8s.io resourceclaims/binding @36-
resourcequota-controller
  list,watch * *
  update core resourcequotas/status
  create,patch,update core,events.k8s.io events
root-ca-cert-publisher
  create,update core configmaps
  create,patch,update core,events.k8s.io events
route-controller
  list,watch core nodes
  patch core nodes/status
  create,patch,update core,events.k8s.io events
selinux-warning-controller @33-
  create,patch,update core,events.k8s.io events
  get,list,watch core persistentvolumes
  get,list,watch core persistentvolumeclaims
  get,list,watch core pods
  get,list,watch storage.k8s.io csidrivers
service-account-controller
  create core serviceaccounts
  create,patch,update core,events.k8s.io events
service-cidrs-controller @33-
  get,list,patch,update,watch networking.k8s.io servicecidrs
  patch,update networking.k8s.io servicecidrs/finalizers
  patch,update networking.k8s.io servicecidrs/status
  get,list,watch networking.k8s.io ipaddresses
  create,patch,update core,events.k8s.io events
service-controller
  get,list,watch core services
  patch,update core services/status
  list,watch core nodes
  create,patch,update core,events.k8s.io events
statefulset-controller
  list,watch core pods
  get,list,watch apps statefulsets
  update apps statefulsets/status
  update apps statefulsets/finalizers
  create,delete,get,patch,update core pods
  create,delete,get,list,patch,update,watch apps controllerrevisions
  create,get core persistentvolumeclaims @24-27
  create,get,list,watch core persistentvolumeclaims @28-
  create,patch,update core,events.k8s.io events @24-34
  delete,update core persistentvolumeclaims @27-
  update core pods/finalizers @28-
  create,patch,update core,events.k8s.io events @35-
storage-version-migrator-controller @37-
  list,patch * *
  get apiextensions.k8s.io customresourcedefinitions
  patch apiextensions.k8s.io customresourcedefinitions/status
  update storagemigration.k8s.io storageversionmigrations/status
ttl-after-finished-controller
  delete,get,list,watch batch jobs
  create,patch,update core,events.k8s.io events
ttl-controller
  list,patch,update,watch core nodes
  create,patch,update core,events.k8s.io events
validatingadmissionpolicy-status-controller @30-
  get,list,watch admissionregistration.k8s.io validatingadmissionpolicies
  get,patch,update admissionregistration.k8s.io validatingadmissionpolicies/status
  create,patch,update core,events.k8s.io events
volumeattributesclass-protection-controller @34-
  get,list,watch core persistentvolumeclaims
  get,list,watch core persistentvolumes
  get,list,update,watch storage.k8s.io volumeattributesclasses
  create,patch,update core,events.k8s.io events
`;
