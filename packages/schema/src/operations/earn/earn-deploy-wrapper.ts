import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { EvmChain } from '../../fields/transactions/evm-chain.ts';
import { evmAddress, id, yieldFeeBps } from '../../vocabulary.ts';

export default defineActivity('earn_deploy_wrapper', {
  tag: 'Earn',
  summary: 'Deploy a wrapper in front of a vault',
  description:
    'Enables a vault by deploying a fee wrapper in front of it: an ERC-4626 vault of the same asset, which takes a fee on yield. Its address is derived from the organization, the vault, the wallet and the fee, so deploying the same wrapper again returns the first one. A wrapper can never be changed or stopped. The account that the operator configured pays for the deployment. get_earn_deploy_status returns its status.',
  intent: version(
    1,
    z.strictObject({
      vaultAddress: evmAddress('The vault, as returned by list_earn_vaults.'),
      chainCaip2: EvmChain,
      clientFeeBps: yieldFeeBps('Client fee on the yield, in basis points: 0 to 4000.'),
      clientFeeWallet: evmAddress(
        'Address that receives the client fee: that of a wallet account or a private key of the organization.',
      ),
    }),
  ),
  result: version(
    1,
    z.object({
      wrapperAddress: evmAddress('Address of the wrapper, which receives deposits.'),
      splitterAddress: evmAddress('Address of the contract that holds the fees until they are released.'),
      deployRequestId: id('ID to pass to get_earn_deploy_status.'),
    }),
  ),
  policy: { resource: 'CONFIG', action: 'CREATE' },
  errors: [
    'INVALID_ACTIVITY_CALLER',
    'RESOURCE_NOT_FOUND',
    'NOT_CONFIGURED',
    'RPC_CALL_ERROR',
    'RESOURCE_LIMIT_EXCEEDED',
  ],
  example: {
    parameters: {
      vaultAddress: example.vaultAddress,
      chainCaip2: 'eip155:1',
      clientFeeBps: '1000',
      clientFeeWallet: example.feeReceiverAddress,
    },
    result: {
      wrapperAddress: example.wrapperAddress,
      splitterAddress: example.splitterAddress,
      deployRequestId: example.deployRequestId,
    },
  },
});
