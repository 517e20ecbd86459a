/** A call in a batch. Addresses and bytes are hex with 0x. */
export interface BatchCall {
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
}

/** One batch without further data: if a call fails, all of them are reverted. */
const mode = `01${'00'.repeat(31)}`;

/** `supportsExecutionMode(bytes32)`: whether an account can execute batches (ERC-7821). */
export const supportsBatchData = `0xd03c7914${mode}`;

/** Whether an account answered that it can. */
export const isSupported = (result: string): boolean => /^0x0{63}1$/.test(result);

/** `execute(bytes32,bytes)` with the calls as `(address,uint256,bytes)[]`, the data of a call to the account itself (ERC-7821). */
export function encodeBatch(calls: readonly BatchCall[]): string {
  const encoded = encodeCalls(calls);
  return `0xe9ae5c53${mode}${word(64n)}${word(BigInt(encoded.length / 2))}${encoded}`;
}

function encodeCalls(calls: readonly BatchCall[]): string {
  const tuples = calls.map(encodeCall);
  let offset = 32 * tuples.length;
  const offsets = tuples.map((tuple) => {
    const start = word(BigInt(offset));
    offset += tuple.length / 2;
    return start;
  });
  return [word(32n), word(BigInt(tuples.length)), ...offsets, ...tuples].join('');
}

function encodeCall({ to, value, data }: BatchCall): string {
  const bytes = data.slice(2).toLowerCase();
  const padding = '0'.repeat((64 - (bytes.length % 64)) % 64);
  return [word(BigInt(to)), word(value), word(96n), word(BigInt(bytes.length / 2)), bytes, padding].join('');
}

const word = (value: bigint): string => value.toString(16).padStart(64, '0');
