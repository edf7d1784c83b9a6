/** The issuer and the audience of the API's own tokens, where the server is given no others. */
export const apiAudience = 'https://kubernetes.default.svc.cluster.local';
