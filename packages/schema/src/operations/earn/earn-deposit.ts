import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { EvmChain } from '../../fields/transactions/evm-chain.ts';
import { evmAddress, flag, id, positiveAmount } from '../../vocabulary.ts';

export default defineActivity('earn_deposit', {
  tag: 'Earn',
  summary: 'Deposit into a wrapper',
  description:
    'Deposits an amount of the asset from an account into a wrapper; the account receives the shares. The deposit is refused while deposits to the wrapper are disabled. The wrapper needs an allowance: if it is missing, an approval of exactly this amount is sent first, in the same transaction if the account has code that implements ERC-7821, else in a separate transaction. Policies see both calls as Ethereum transactions. get_earn_deposit_status returns the status of the deposit.',
  intent: version(
    1,
    z.strictObject({
      wrapperAddress: evmAddress('A deployed wrapper of the organization or of its parent.'),
      signWith: evmAddress('The account: the address of a wallet account or of a private key.'),
      chainCaip2: EvmChain,
      assets: positiveAmount('How much to deposit, in raw units of the asset.'),
      sponsor: flag('Whether a sponsor pays the fee. Not supported: must be absent or false.').optional(),
    }),
  ),
  result: version(1, z.object({ depositRequestId: id('ID to pass to get_earn_deposit_status.') })),
  policy: { resource: 'PRIVATE_KEY', action: 'SIGN' },
  errors: [
    'EARN_WRAPPER_NOT_FOUND',
    'EARN_DEPOSITS_DISABLED',
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
      assets: '250000000',
    },
    result: { depositRequestId: example.depositRequestId },
  },
});
