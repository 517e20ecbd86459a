/** Why a chain cannot be followed, although its node answers. */
const sentences = {
  NO_BLOCK: 'the node has no block',
  BEHIND: 'the node is behind the recorded blocks, or its chain was restarted',
  CONTRADICTION: 'the node contradicts itself: a block does not extend the one before it',
  FINAL_BLOCK_DROPPED:
    'the node has a different block than one that was recorded and can no longer be dropped: the node follows another branch, or its chain was restarted',
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
