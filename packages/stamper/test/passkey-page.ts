import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/** A page that has the passkey functions of this package as `passkeys`, on localhost and every name below it. */
export async function servePasskeyPage() {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `
        import { createPasskey } from './stampers/passkey.ts';
        import { createWebAuthnStamper } from './stampers/webauthn.ts';
        globalThis.passkeys = { createPasskey, createWebAuthnStamper };
      `,
      resolveDir: `${packageFolder}src`,
    },
    bundle: true,
    write: false,
    metafile: true,
    absWorkingDir: packageFolder,
    format: 'esm',
    platform: 'browser',
  });
  const script = outputFiles[0]?.text ?? '';
  const server = createServer((request, response) => {
    const isScript = request.url === '/passkeys.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript ? script : '<!doctype html><title>Passkeys</title><script type="module" src="/passkeys.js"></script>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** The files that the page's script is made of. */
    modules: Object.keys(metafile.inputs),
    origin: (host: string) => `http://${host}:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
