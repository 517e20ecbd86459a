import type { SolanaAccount, SplTransfer } from './solana-transaction.ts';

export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

const batch = 255;

/** The kinds of transfers: the bytes that data begins with, how long it is at least, and whether the mint is the second account. */
const kinds = [
  { name: 'Transfer', start: [3], length: 9, namesMint: false, programs: [tokenProgram, token2022Program] },
  { name: 'TransferChecked', start: [12], length: 10, namesMint: true, programs: [tokenProgram, token2022Program] },
  { name: 'TransferCheckedWithFee', start: [26, 1], length: 19, namesMint: true, programs: [token2022Program] },
];

/**
 * Reads the transfers that an instruction of a token program makes: one, or those of a batch.
 *
 * Bytes and accounts beyond those that are needed may follow. The Token Program ignores such bytes. Token-2022 refuses them in some
 * instructions and did not always do so; a transfer that is shown and then refused is harmless, and a hidden one is not.
 */
export function readSplTransfers(
  program: string,
  data: Uint8Array,
  accounts: readonly SolanaAccount[],
): readonly SplTransfer[] {
  if (data[0] === batch) return readBatch(program, data.subarray(1), accounts);
  const kind = kinds.find(
    ({ start, length, programs }) =>
      programs.includes(program) && data.length >= length && start.every((byte, index) => data[index] === byte),
  );
  if (!kind) return [];
  const [from, ...others] = accounts;
  const mint = kind.namesMint ? others.shift() : undefined;
  const [to, owner, ...signers] = others;
  if (!from || !to || !owner) return [];
  return [
    {
      from: from.accountKey,
      to: to.accountKey,
      amount: new DataView(data.buffer, data.byteOffset).getBigUint64(kind.start.length, true),
      owner: owner.accountKey,
      signers: signers.filter(({ signer }) => signer).map(({ accountKey }) => accountKey),
      tokenMint: mint?.accountKey,
    },
  ];
}

/** Reads instructions, each after the number of its accounts and the length of its data. A batch contains no batch. */
function readBatch(program: string, data: Uint8Array, accounts: readonly SolanaAccount[]): readonly SplTransfer[] {
  const transfers: SplTransfer[] = [];
  let offset = 0;
  let account = 0;
  while (offset + 2 <= data.length) {
    const [accountCount = 0, length = 0] = data.subarray(offset, offset + 2);
    const inner = data.subarray(offset + 2, offset + 2 + length);
    const innerAccounts = accounts.slice(account, account + accountCount);
    if (inner.length < length || innerAccounts.length < accountCount) break;
    if (inner[0] !== batch) transfers.push(...readSplTransfers(program, inner, innerAccounts));
    offset += 2 + length;
    account += accountCount;
  }
  return transfers;
}
