/** Why a call to the outside failed, and whether the same call may succeed later. */
const outboundErrorCodes = {
  BAD_REQUEST: { sentence: 'the request is not allowed', isRetryable: false },
  REFUSED_ADDRESS: { sentence: 'the host is not on the public Internet', isRetryable: false },
  UNREACHABLE: { sentence: 'the host cannot be reached, or the connection was lost', isRetryable: true },
  UNTRUSTED: { sentence: 'the TLS handshake failed, or the certificate is not valid for the host', isRetryable: true },
  TIMEOUT: { sentence: 'the response was not complete in time', isRetryable: true },
  TOO_LARGE: { sentence: 'the response is too large', isRetryable: false },
  BAD_ANSWER: { sentence: 'the response is not plain HTTP with UTF-8 text', isRetryable: false },
  BUSY: { sentence: 'too many calls are in progress', isRetryable: true },
  ABORTED: { sentence: 'the caller aborted the call', isRetryable: false },
} as const;

export type OutboundErrorCode = keyof typeof outboundErrorCodes;

/**
 * Every error of a call to the outside. `code` is stable. The message has the scheme, host and port of the URL, and never its
 * path, query or credentials, a header or a body. So there is no `cause`: errors of Node quote addresses and answers.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly code: OutboundErrorCode;
  /** Whether the same call may succeed later. Whether the other side has seen this call is unknown. */
  readonly isRetryable: boolean;

  /** @param reason A constant, such as the code of a system error. */
  constructor(code: OutboundErrorCode, origin: string, reason?: string) {
    const { sentence, isRetryable } = outboundErrorCodes[code];
    super(`${origin}: ${sentence}${reason === undefined ? '' : ` (${reason})`}`);
    this.code = code;
    this.isRetryable = isRetryable;
  }

  /** What the code means, without the host: for callers who must not learn where the service called. */
  get sentence(): string {
    return outboundErrorCodes[this.code].sentence;
  }
}

/** The code of an error of Node, which names no value. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) ? code : undefined;
}
