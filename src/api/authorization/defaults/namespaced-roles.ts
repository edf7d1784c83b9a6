/** Roles in single namespaces. Notation: see read.ts. */
export const namespacedRoles = `
kube-public/system:controller:bootstrap-signer
  get,list,watch core configmaps
  update core configmaps cluster-info
  create,patch,update core,events.k8s.io events
kube-system/extension-apiserver-authentication-reader
  get,list,watch core configmaps extension-apiserver-authentication
kube-system/system::leader-locking-kube-controller-manager
  watch core configmaps @24-34
  get,update core configmaps kube-controller-manager @24-34
  create,get,list,update,watch coordination.k8s.io leases @31-
  create,get,list,update,watch coordination.k8s.io leasecandidates @31-
kube-system/system::leader-locking-kube-scheduler
  watch core configmaps @24-34
  get,update core configmaps kube-scheduler @24-34
  create,get,list,update,watch coordination.k8s.io leases @31-
  create,get,list,update,watch coordination.k8s.io leasecandidates @31-
kube-system/system:controller:bootstrap-signer
  get,list,watch core secrets
kube-system/system:controller:cloud-provider
  create,get,list,watch core configmaps
kube-system/system:controller:token-cleaner
  delete,get,list,watch core secrets
  create,patch,update core,events.k8s.io events
`;
