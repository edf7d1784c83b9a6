/** Who has the default roles, beside controllers. Notation: see read.ts. */
export const bindings = `
cluster-admin Group/system:masters
system:basic-user Group/system:authenticated
system:cluster-trust-bundle-discovery Group/system:serviceaccounts @37-
system:discovery Group/system:authenticated
system:kube-controller-manager User/system:kube-controller-manager
system:kube-dns ServiceAccount/kube-system/kube-dns
system:kube-scheduler User/system:kube-scheduler
system:monitoring Group/system:monitoring
system:node
system:node-proxier User/system:kube-proxy
system:public-info-viewer Group/system:authenticated Group/system:unauthenticated
system:service-account-issuer-discovery Group/system:serviceaccounts
system:volume-scheduler User/system:kube-scheduler
kube-public/system:controller:bootstrap-signer ServiceAccount/kube-system/bootstrap-signer
kube-system/system::extension-apiserver-authentication-reader role=extension-apiserver-authentication-reader User/system:kube-controller-manager User/system:kube-scheduler
kube-system/system::leader-locking-kube-controller-manager User/system:kube-controller-manager ServiceAccount/kube-system/kube-controller-manager @24-30
kube-system/system::leader-locking-kube-controller-manager User/system:kube-controller-manager ServiceAccount/kube-system/kube-controller-manager ServiceAccount/kube-system/leader-election-controller @31-
kube-system/system::leader-locking-kube-scheduler User/system:kube-scheduler ServiceAccount/kube-system/kube-scheduler
kube-system/system:controller:bootstrap-signer ServiceAccount/kube-system/bootstrap-signer
kube-system/system:controller:cloud-provider ServiceAccount/kube-system/cloud-provider
kube-system/system:controller:token-cleaner ServiceAccount/kube-system/token-cleaner
`;
