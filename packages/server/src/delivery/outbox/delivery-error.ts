import { OutboundError, type OutboundErrorCode } from '../adapters/outbound-error.ts';

/** Why a delivery failed, by stable codes. The texts are fixed: what an operator reads must hold no part of the contents. */
const deliveryErrorCodes = {
  REFUSED: 'The target refused it',
  UNREACHABLE: 'The target could not be reached',
  TIMEOUT: 'The target did not answer in time',
  NOT_CONFIGURED: 'The target is not configured',
  EXPIRED: 'It is too old to be delivered',
  FAILED: 'The delivery failed',
  INTERRUPTED: 'The process ended during every attempt',
  INVALID_CONTENTS: 'The contents do not match the kind',
  NOT_OPENED: 'The sealed contents could not be decrypted',
  FORGED: 'This service did not write it',
} as const;

export type DeliveryErrorCode = keyof typeof deliveryErrorCodes;

interface DeliveryErrorOptions {
  /** The HTTP status that the target answered with. */
  readonly status?: number;
  /** The status of the SMTP reply. */
  readonly reply?: number | undefined;
  /** The text of the error before this one, as it was stored. */
  readonly after?: string | null;
  /** Whether another attempt would be useless. */
  readonly isFinal?: boolean;
  readonly cause?: unknown;
}

/** A failed delivery. Its message is stored and shown to the operator, so it has no free text. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  readonly code: DeliveryErrorCode;
  readonly status: number | undefined;
  readonly isFinal: boolean;

  constructor(code: DeliveryErrorCode, { status, reply, after, isFinal = false, cause }: DeliveryErrorOptions = {}) {
    const answer = status === undefined ? [] : [`HTTP ${Number(status)}`];
    if (reply !== undefined) answer.push(`SMTP ${Number(reply)}`);
    const details = answer.length > 0 ? ` (${answer.join(', ')})` : '';
    super(`${deliveryErrorCodes[code]}${details}${after ? `. Last attempt: ${after}` : ''}`, { cause });
    this.code = code;
    this.status = status;
    this.isFinal = isFinal;
  }
}

/** The error for what a kind has thrown. Messages of other errors may quote the contents, so they are left out. */
export function deliveryError(thrown: unknown): DeliveryError {
  if (thrown instanceof DeliveryError) return thrown;
  if (thrown instanceof OutboundError) {
    const isFinal = !thrown.isRetryable && thrown.code !== 'ABORTED';
    return new DeliveryError(codes[thrown.code] ?? 'FAILED', { isFinal, cause: thrown });
  }
  if (thrown instanceof DOMException && thrown.name === 'TimeoutError')
    return new DeliveryError('TIMEOUT', { cause: thrown });
  return new DeliveryError(isOfNetwork(thrown) ? 'UNREACHABLE' : 'FAILED', { cause: thrown });
}

/** What the errors of our own fetcher mean for a delivery. */
const codes: Partial<Record<OutboundErrorCode, DeliveryErrorCode>> = {
  TIMEOUT: 'TIMEOUT',
  UNREACHABLE: 'UNREACHABLE',
  UNTRUSTED: 'UNREACHABLE',
  BUSY: 'UNREACHABLE',
};

const networkCodes = [
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
];

/** `fetch` has the error of the system as its cause. */
function isOfNetwork(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { code } = thrown as NodeJS.ErrnoException;
  return (code !== undefined && networkCodes.includes(code)) || isOfNetwork(thrown.cause);
}
