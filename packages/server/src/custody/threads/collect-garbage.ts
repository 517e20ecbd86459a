import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Only contexts that are made after this have the function. The flag is that of the process: if one thread took it back, another
// that starts at the same time would fail.
setFlagsFromString('--expose-gc');

/**
 * Collects the garbage of this thread. Key objects of node:crypto cannot be wiped: OpenSSL zeroes their secrets when the garbage
 * collector frees them, and an idle thread would not collect any for hours.
 */
export const collectGarbage: () => void = runInNewContext('gc');
