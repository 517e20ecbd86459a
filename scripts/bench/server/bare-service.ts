import { createPublicKey, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// The minimum work of a service with stamped requests: it parses the body and verifies one P-256 signature. The public key
// comes from the environment, as SPKI in base64.
const key = createPublicKey({
  key: Buffer.from(process.env['BENCH_KEY'] ?? '', 'base64'),
  format: 'der',
  type: 'spki',
});

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const { organizationId } = JSON.parse(body.toString());
    const stamp = JSON.parse(Buffer.from(`${request.headers['x-stamp']}`, 'base64url').toString());
    verify('sha256', body, key, Buffer.from(stamp.signature, 'hex'), (_, isValid) => {
      const answer = JSON.stringify({ organizationId, isValid });
      response.writeHead(isValid ? 200 : 401, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(answer),
      });
      response.end(answer);
    });
  });
});
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () =>
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
