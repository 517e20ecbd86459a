import { encodeErrorResult, encodeFunctionData, parseAbi } from 'viem';
import { encodeExecuteData } from 'viem/experimental/erc7821';
import { expect, test } from 'vitest';
import { encodeBatch, supportsBatchData } from '../../chains/src/ethereum/erc-7821.ts';
import { readRevertReason } from '../../chains/src/ethereum/revert-reason.ts';

const addresses = ['0x70997970c51812dc3a010c7d01b50e0d17dc79c8', '0x00000000000000000000000000000000000000a1'] as const;

test.each([1, 2, 3, 7, 50])('default: a batch of %d calls is encoded as viem encodes it', (count) => {
  const calls = Array.from({ length: count }, (_, index) => ({
    to: addresses[index % 2] as `0x${string}`,
    value: 2n ** BigInt(5 * index) - 1n,
    data: `0x${'ab'.repeat(index * 13)}` as const,
  }));
  expect(encodeBatch(calls)).toBe(encodeExecuteData({ calls }));
});

test('default: the question whether an account supports batches', () => {
  const abi = parseAbi(['function supportsExecutionMode(bytes32 mode) view returns (bool)']);
  expect(supportsBatchData).toBe(encodeFunctionData({ abi, args: [`0x01${'00'.repeat(31)}`] }));
});

test('default: the reasons of reverted calls', () => {
  const abi = parseAbi(['error Error(string reason)', 'error Panic(uint256 code)', 'error Own(uint256 a)']);
  const reason = (errorName: 'Error' | 'Panic' | 'Own', args: readonly [never]) =>
    readRevertReason(encodeErrorResult({ abi, errorName, args }));
  expect(reason('Error', ['not enough' as never])).toEqual({ type: 'native', text: 'not enough' });
  expect(reason('Error', ['a\u202eb\n' as never])).toEqual({ type: 'native', text: 'a b ' });
  expect(reason('Panic', [0x11n as never])).toEqual({
    type: 'native',
    text: 'panic 0x11: arithmetic overflow or underflow',
  });
  expect(reason('Own', [1n as never])).toMatchObject({
    type: 'custom',
    text: expect.stringMatching(/^custom error 0x[0-9a-f]{8}$/),
  });
  expect(readRevertReason('0x')).toMatchObject({ type: 'unknown' });
  expect(readRevertReason(undefined)).toMatchObject({ type: 'unknown' });
  // A length beyond the data, and data that ends early.
  expect(readRevertReason(`0x08c379a0${'20'.padStart(64, '0')}${'ff'.repeat(32)}`)).toMatchObject({ type: 'custom' });
  expect(readRevertReason('0x08c379a0')).toMatchObject({ type: 'custom' });
});
