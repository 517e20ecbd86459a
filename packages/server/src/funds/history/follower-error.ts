/** Why a chain cannot be followed, although its node answers. */
const sentences = {
  NO_BLOCK: 'the node has no block',
  BEHIND: 'the node has not caught up with what was recorded, or its chain was started again',
  CONTRADICTION: 'the node contradicts itself: a block does not follow the one before it',
  FINAL_BLOCK_DROPPED:
    'the node has another block than one that was recorded and cannot be dropped any more: it follows another branch, or its chain was started again',
} as const;

export type FollowerErrorCode = keyof typeof sentences;

/** A node gave blocks that do not fit those that were recorded. Nothing was changed. */
export class FollowerError extends Error {
  override readonly name = 'FollowerError';
  readonly code: FollowerErrorCode;

  constructor(code: FollowerErrorCode, number?: bigint) {
    super(`${sentences[code]}${number === undefined ? '' : ` (block ${number})`}`);
    this.code = code;
  }
}
