/** The options that select a server elsewhere. */
import type { Command } from 'commander';

/** @param ofToken what the token is for */
export function addServerOptions(
  command: Command,
  ofToken = 'bearer token (default: that of the kubeconfig)',
): Command {
  return command
    .option('--server <url>', 'where the server listens (default: that of the kubeconfig)')
    .option('--token <token>', ofToken)
    .option('--kubeconfig <file>', 'how to reach the server (default: $KUBECONFIG)')
    .option('--context <name>', 'context of the kubeconfig (default: its current one)')
    .option('--certificate-authority <file>', 'certificate to trust, in PEM')
    .option('--insecure-skip-tls-verify', 'trust any certificate');
}
