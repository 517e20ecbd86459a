import { z } from 'zod';
import { defineActivity, superseded, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { EthCallParams, ethCall } from '../../fields/transactions/eth-call.ts';
import { SendChain } from '../../fields/transactions/evm-chain.ts';
import { atomicAmount, evmAddress, flag, id, wholeNumber } from '../../vocabulary.ts';

const transaction = () => ({
  from: evmAddress('The sending account: the address of a wallet account or of a private key.'),
  caip2: SendChain,
  sponsor: flag('Whether a sponsor pays the fee. Not supported: must be absent or false.').optional(),
  nonce: wholeNumber(
    'The nonce. If absent, the service uses the nonce of a transaction that no node accepted, or else the next one. To replace a pending transaction, send its nonce.',
  ).optional(),
  gasLimit: wholeNumber('The gas limit. If absent, the node estimates it.').optional(),
  maxFeePerGas: atomicAmount(
    'Maximum total fee per unit of gas, in wei. Defaults to twice the current base fee plus the priority fee.',
  ).optional(),
  maxPriorityFeePerGas: atomicAmount(
    'Maximum priority fee per unit of gas for the block producer, in wei. If absent, the node suggests it.',
  ).optional(),
  deadline: wholeNumber('For sponsored transactions only.').optional(),
  gasStationNonce: wholeNumber('For sponsored transactions only.').optional(),
});

const status = () => z.object({ sendTransactionStatusId: id('ID to pass to get_send_transaction_status.') });

const exampleCall = { to: example.counterpartyAddress, value: '1000000000000000' };
const exampleTransaction = { from: example.walletAddress, caip2: 'eip155:1' as const };

export default defineActivity(
  'eth_send_transaction',
  {
    tag: 'Transactions',
    summary: 'Send a transaction to an EVM chain',
    description:
      'Signs an EIP-1559 transaction with a wallet account or a private key, and sends it. If nonce, gas or fees are absent, the service gets them from the blockchain node. The activity is completed once the transaction is signed and stored; get_send_transaction_status returns its status. Several calls become one transaction, which succeeds or fails as a whole; the account needs code that implements ERC-7821. Policies see each call as an Ethereum transaction, without the absent fields.',
    intent: version(
      2,
      z.strictObject({
        ...transaction(),
        calls: z.array(EthCallParams).min(1).max(50).describe('The calls that the account makes, in order.'),
      }),
    ),
    result: version(2, status()),
    policy: { resource: 'PRIVATE_KEY', action: 'SIGN' },
    errors: [
      'RESOURCE_NOT_FOUND',
      'INVALID_TRANSACTION',
      'ALREADY_EXISTS',
      'NOT_CONFIGURED',
      'RPC_CALL_ERROR',
      'RESOURCE_LIMIT_EXCEEDED',
    ],
    example: {
      parameters: { ...exampleTransaction, calls: [exampleCall] },
      result: { sendTransactionStatusId: example.sendTransactionStatusId },
    },
  },
  superseded(1, {
    change: 'Version 2 takes several calls instead of one, and its result has its own key.',
    parameters: z.strictObject({ ...transaction(), ...ethCall() }),
    upgrade: ({ to, value, data, ...rest }) => ({
      ...rest,
      calls: [{ to, ...(value !== undefined && { value }), ...(data !== undefined && { data }) }],
    }),
    result: version(1, status()),
    example: { ...exampleTransaction, ...exampleCall },
  }),
);
