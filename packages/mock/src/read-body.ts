import type { IncomingMessage } from 'node:http';

/** Up to this many times the limit is read and dropped, so that a client can finish sending and read the response. */
const patience = 16;

/** The body of a request; `too large` if it exceeds the limit, `gone` if the client disconnected before its end. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | 'too large' | 'gone'> {
  const { promise, resolve } = Promise.withResolvers<Buffer | 'too large' | 'gone'>();
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else resolve('too large');
    if (size > patience * limit) request.destroy();
  });
  request.on('end', () => resolve(Buffer.concat(chunks)));
  request.on('close', () => resolve('gone'));
  return promise;
}
