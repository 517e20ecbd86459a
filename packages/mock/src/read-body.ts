import type { IncomingMessage } from 'node:http';

/** How many times the limit is read and dropped, so that a client can finish sending and read its answer. */
const patience = 16;

/** The bytes of a request; or that they are more than the limit; or that the client went away before the last one. */
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
