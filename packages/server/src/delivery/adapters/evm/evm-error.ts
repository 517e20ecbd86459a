/** Why a node gave no answer that can be used, and whether the same call may succeed later. */
const evmErrorCodes = {
  UNREACHABLE: { sentence: 'the node cannot be reached or did not answer in time', isRetryable: true },
  BAD_ANSWER: { sentence: 'the node sent an invalid response', isRetryable: true },
  WRONG_CHAIN: { sentence: 'the node is on another chain', isRetryable: true },
  NOT_SYNCED: { sentence: 'the node has not caught up with its chain', isRetryable: true },
  REVERTED: { sentence: 'the call would revert', isRetryable: false },
  REFUSED: { sentence: 'the node refused the call', isRetryable: false },
} as const;

export type EvmErrorCode = keyof typeof evmErrorCodes;

/** Every error of a call to a node. Its message never has the URL of the node, which may hold a key. */
export class EvmError extends Error {
  override readonly name = 'EvmError';
  readonly code: EvmErrorCode;
  /** What a reverted call returned, as hex. */
  readonly data: string | undefined;

  constructor(
    code: EvmErrorCode,
    {
      reason,
      data,
      cause,
    }: { readonly reason?: string; readonly data?: string | undefined; readonly cause?: unknown } = {},
  ) {
    super(
      `${evmErrorCodes[code].sentence}${reason === undefined ? '' : `: ${reason}`}`,
      cause === undefined ? {} : { cause },
    );
    this.code = code;
    this.data = data;
  }

  get isRetryable(): boolean {
    return evmErrorCodes[this.code].isRetryable;
  }
}
