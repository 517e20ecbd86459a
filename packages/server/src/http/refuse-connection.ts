import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '../contract/api-error.ts';
import { errorAnswer } from './answers.ts';
import type { RequestLog } from './front-door.ts';

/** The refusal of what the parser could not read as a request. */
export function parserRefusal(code: string | undefined): ApiError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('REQUEST_INVALID', 'the request did not come in time', { status: 408 });
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('REQUEST_INVALID', 'the headers are too large', { status: 431 });
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ApiError('REQUEST_TOO_LARGE');
    default:
      return new ApiError('REQUEST_INVALID', 'this is not HTTP as it has to be');
  }
}

/** Answers on a connection that no further request is read from, and returns what there is to tell about it. */
export function refuseConnection(socket: Duplex, refusal: ApiError, lingerMs: number): RequestLog {
  const requestId = randomUUID();
  const { status, headers, body } = errorAnswer(refusal);
  const lines = Object.entries({
    ...headers,
    'X-Request-Id': requestId,
    'Content-Length': Buffer.byteLength(body),
    Date: new Date().toUTCString(),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  // What still comes in is taken in for a moment: a client that is cut off loses its answer too.
  setTimeout(() => socket.destroy(), lingerMs).unref();
  return {
    requestId,
    operation: 'none',
    organizationId: undefined,
    status,
    durationMs: 0,
    errorCode: refusal.code,
  };
}

/** Whether an answer that comes now would be taken for that to another request. */
export function isAmbiguous(unanswered: ReadonlySet<ServerResponse>): boolean {
  const [first, second] = unanswered;
  return second !== undefined || (first !== undefined && (first.req.complete || first.headersSent));
}
