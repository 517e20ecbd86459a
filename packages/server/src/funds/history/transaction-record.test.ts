import { expect, test } from 'vitest';
import { chainAssets } from './chain-assets.ts';
import { transactionRecord } from './transaction-record.ts';

const row = {
  organizationId: '',
  caip2: 'eip155:1',
  address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  blockNumber: 7n,
  transactionIndex: 0,
  transactionHash: `0x${'ab'.repeat(32)}`,
  blockHash: `0x${'cd'.repeat(32)}`,
  blockTime: new Date(0),
  sender: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  recipient: null,
  fee: '21000',
  transfers: '[]',
  transferCount: 0,
  mac: '',
};
const assets = chainAssets('eip155:1', {});
if (!assets) throw new Error('no assets');

test('default: the transaction of somebody else', () => {
  expect(transactionRecord(row, { assets, finalizedNumber: null, own: undefined })).toEqual({
    transactionHash: row.transactionHash,
    block: { number: '7', hash: row.blockHash, timestamp: '1970-01-01T00:00:00.000Z' },
    status: 'CONFIRMED',
    origin: 'EXTERNAL',
    from: row.sender,
    fee: { amount: '21000', caip19: 'eip155:1/slip44:60' },
    transfers: [],
  });
});

test('behavior: our own transaction, and a final one', () => {
  const activityFingerprint = `sha256:${'ef'.repeat(32)}`;
  const own = { sponsored: false, activityFingerprint, submittedAt: new Date(1_000) };
  expect(transactionRecord(row, { assets, finalizedNumber: 7n, own })).toMatchObject({
    status: 'FINALIZED',
    origin: 'MINTMARK',
    platform: { sponsored: false, activityFingerprint, submittedAt: '1970-01-01T00:00:01.000Z' },
  });
  expect(transactionRecord(row, { assets, finalizedNumber: 6n, own }).status).toBe('CONFIRMED');
});
