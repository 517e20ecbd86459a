import { join } from 'node:path';
import { parseEther, parseGwei, parseTransaction } from 'viem';
import { expect, test } from 'vitest';
import { savePageFiles } from './page-files.ts';

test('default: viem reads the transaction of the page as its comments do', async () => {
  using page = savePageFiles('first-transaction.md');
  const { unsignedTransaction } = await import(join(page.directory, 'unsigned.ts'));
  expect(parseTransaction(`0x${unsignedTransaction}`)).toEqual({
    type: 'eip1559',
    chainId: 11_155_111,
    nonce: 0,
    maxPriorityFeePerGas: parseGwei('1'),
    maxFeePerGas: parseGwei('20'),
    gas: 21_000n,
    to: '0x3535353535353535353535353535353535353535',
    value: parseEther('0.001'),
  });
});
