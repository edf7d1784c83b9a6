/** The formula by which Homebrew installs the package of npm. */

/** @param digest of the package, SHA-256 in hexadecimal */
export function formulaOf(version: string, digest: string): string {
  return `class KubeOrrery < Formula
  desc "Kubernetes control plane on a clock that you can stop"
  homepage "https://www.npmjs.com/package/kube-orrery"
  url "https://registry.npmjs.org/kube-orrery/-/kube-orrery-${version}.tgz"
  sha256 "${digest}"
  license "Apache-2.0"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink Dir["#{libexec}/bin/*"]
  end

  test do
    assert_match "checks held", shell_output("#{bin}/orrery run daemonset/rolling-update --no-color")
  end
end
`;
}
