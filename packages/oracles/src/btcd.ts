import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Transaction } from 'bitcoinjs-lib';
import { expect } from 'vitest';
import { notRun } from '../../testing/src/not-run.ts';

export const runsGo: true | undefined =
  spawnSync('go', ['version']).status === 0 ||
  notRun('scripts of signed Bitcoin transactions', 'Go 1.19 or newer', 'apt-get install golang-go');

interface SignedTransaction {
  readonly transaction: Transaction;
  /** The outputs that it spends, in the order of its inputs. */
  readonly inputs: readonly { readonly amount: bigint; readonly script: Uint8Array }[];
}

/** What btcd prints for each transaction: `valid`, or the input that is not. */
export function executeScripts(transactions: readonly SignedTransaction[]): readonly string[] {
  const input = transactions.map(({ transaction, inputs }) =>
    JSON.stringify({
      transaction: transaction.toHex(),
      spent: inputs.map(({ amount, script }) => ({
        amount: Number(amount),
        script: Buffer.from(script).toString('hex'),
      })),
    }),
  );
  const { status, stdout, stderr } = spawnSync('go', ['run', '.'], {
    cwd: join(import.meta.dirname, '../btcd'),
    // Never another toolchain than the one that is installed.
    env: { ...process.env, GOTOOLCHAIN: 'local' },
    input: input.join('\n'),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.trimEnd().split('\n');
}
