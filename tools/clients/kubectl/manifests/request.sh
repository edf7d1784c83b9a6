# A certificate signing request for the user dana.
openssl req -new -newkey rsa:2048 -nodes -subj /O=team/CN=dana -keyout dana.key -out dana.csr 2>/dev/null
cat <<YAML
apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
metadata: { name: $1 }
spec:
  signerName: kubernetes.io/kube-apiserver-client
  usages: [client auth]
  request: $(base64 -w0 < dana.csr)
YAML
