import { z } from 'zod';

/** An integer as nodes write it: hex with 0x, at most 256 bits. */
export const Quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((hex) => BigInt(hex));

const hexOf = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern)
    .transform((hex) => hex.toLowerCase());

export const Hash = hexOf(/^0x[0-9a-fA-F]{64}$/);
export const Address = hexOf(/^0x[0-9a-fA-F]{40}$/);
export const Bytes = hexOf(/^0x(?:[0-9a-fA-F]{2})*$/);

export const Block = z
  .object({
    number: Quantity,
    hash: Hash,
    parentHash: Hash,
    timestamp: Quantity,
    baseFeePerGas: Quantity.optional(),
    transactions: z.array(Hash),
  })
  .transform(({ transactions, baseFeePerGas, ...block }) => ({
    ...block,
    baseFeePerGas,
    transactionHashes: transactions,
  }));

export const Receipt = z
  .object({
    transactionHash: Hash,
    transactionIndex: Quantity.transform(Number),
    blockNumber: Quantity,
    blockHash: Hash,
    from: Address,
    to: Address.nullable(),
    status: Quantity,
    gasUsed: Quantity,
    effectiveGasPrice: Quantity,
  })
  .transform(({ status, ...receipt }) => ({ ...receipt, hasSucceeded: status === 1n }));
