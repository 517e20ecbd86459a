import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '../../core/model/api-error.ts';
import { errorAnswer } from './answers.ts';
import type { RequestLog } from './front-door.ts';

/** The refusal of a request that could not be parsed. */
export function parserRefusal(code: string | undefined): ApiError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('REQUEST_INVALID', 'the request did not arrive in time', { status: 408 });
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('REQUEST_INVALID', 'the headers are too large', { status: 431 });
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ApiError('REQUEST_TOO_LARGE');
    default:
      return new ApiError('REQUEST_INVALID', 'malformed HTTP request');
  }
}

/** Answers on a connection from which no more requests are read, and returns the log entry. */
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
  // Not immediately: a client that is cut off while it sends may not get its answer.
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

/** Whether the client could take an answer sent now for the answer to another request. */
export function isAmbiguous(unanswered: ReadonlySet<ServerResponse>): boolean {
  const [first, second] = unanswered;
  return second !== undefined || (first !== undefined && (first.req.complete || first.headersSent));
}
