import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { EvmChain } from '../../fields/transactions/evm-chain.ts';
import { amountOrMax, evmAddress, flag, id } from '../../vocabulary.ts';

export default defineActivity('earn_withdraw', {
  tag: 'Earn',
  summary: 'Withdraw from a wrapper',
  description:
    'Withdraws from a wrapper to the account that holds the shares. Works even while deposits are disabled. Policies see the call as an Ethereum transaction; with max, its number of shares appears as the maximum uint256. get_earn_withdraw_status returns its status.',
  intent: version(
    1,
    z.strictObject({
      wrapperAddress: evmAddress('A deployed wrapper of the organization or of its parent.'),
      signWith: evmAddress('The account: the address of a wallet account or of a private key.'),
      chainCaip2: EvmChain,
      amountValue: amountOrMax(
        'How much to withdraw, in raw units of the asset, or max for all shares of the account.',
      ),
      sponsor: flag('Whether a sponsor pays the fee. Not supported: must be absent or false.').optional(),
    }),
  ),
  result: version(1, z.object({ withdrawRequestId: id('ID to pass to get_earn_withdraw_status.') })),
  policy: { resource: 'PRIVATE_KEY', action: 'SIGN' },
  errors: [
    'EARN_WRAPPER_NOT_FOUND',
    'RESOURCE_NOT_FOUND',
    'INVALID_TRANSACTION',
    'NOT_CONFIGURED',
    'RPC_CALL_ERROR',
    'RESOURCE_LIMIT_EXCEEDED',
  ],
  example: {
    parameters: {
      wrapperAddress: example.wrapperAddress,
      signWith: example.walletAddress,
      chainCaip2: 'eip155:1',
      amountValue: '250000000',
    },
    result: { withdrawRequestId: example.withdrawRequestId },
  },
});
