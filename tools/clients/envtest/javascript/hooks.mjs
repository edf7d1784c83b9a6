/** What the API server asks about lamps, over TLS. The certificate that is served is also the authority. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const answers = { '/label': label, '/check': check, '/convert': convert };

/** Starts the server; `manifest` returns a file of the suite with its port and authority. */
export async function startHooks() {
  const cwd = mkdtempSync(join(tmpdir(), 'hooks-'));
  const names = ['-subj', '/CN=hooks', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30'];
  const files = ['-keyout', 'tls.key', '-out', 'tls.crt'];
  execFileSync('openssl', [...request, ...names, ...files], { cwd, stdio: 'ignore' });
  const [key, cert] = ['tls.key', 'tls.crt'].map((name) => readFileSync(join(cwd, name)));
  const server = createServer({ key, cert }, answer);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const values = { PORT: server.address().port, CA: cert.toString('base64') };
  return {
    manifest(name) {
      const text = readFileSync(join(process.env.SUITE_MANIFESTS, name), 'utf8');
      const file = join(cwd, name);
      writeFileSync(
        file,
        text.replaceAll(/\$\{(\w+)\}/g, (_, value) => values[value]),
      );
      return file;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function answer(req, res) {
  let text = '';
  req.setEncoding('utf8').on('data', (part) => (text += part));
  req.on('end', () => {
    const { request, ...review } = JSON.parse(text);
    const response = { uid: request.uid, ...answers[req.url.split('?')[0]](request) };
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify({ ...review, response }));
  });
}

/** Every lamp gets a label. */
function label() {
  const patch = [{ op: 'add', path: '/metadata/labels', value: { seen: 'yes' } }];
  const encoded = Buffer.from(JSON.stringify(patch)).toString('base64');
  return { allowed: true, patchType: 'JSONPatch', patch: encoded };
}

/** No lamp is black. */
function check({ object }) {
  return { allowed: object.spec.colour !== 'black', status: { message: 'lamps are not black' } };
}

/** Watts become milliwatts, or the other way round. */
function convert({ objects, desiredAPIVersion: apiVersion }) {
  const convertedObjects = objects.map(({ spec: { watts, milliwatts, ...rest }, ...lamp }) => ({
    ...{ ...lamp, apiVersion },
    spec: apiVersion.endsWith('/v2')
      ? { ...rest, milliwatts: watts * 1000 }
      : { ...rest, watts: milliwatts / 1000 },
  }));
  return { result: { status: 'Success' }, convertedObjects };
}
