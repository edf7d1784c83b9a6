# All that there is: each kind that discovery lists, but for what goes on by itself.
kinds=$(kubectl api-resources --verbs=list -o name |
  grep -v -E '^(events|events\.events\.k8s\.io|leases\.coordination\.k8s\.io|(nodes|pods)\.metrics\.k8s\.io|componentstatuses)$' |
  paste -sd,)
kubectl get "$kinds" -A -o go-template='{{range .items}}{{.apiVersion}} {{.kind}} {{.metadata.namespace}} {{.metadata.name}}{{"\n"}}{{end}}' | sort
