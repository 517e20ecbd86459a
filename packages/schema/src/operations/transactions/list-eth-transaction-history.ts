import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { PageInfo, PaginationOptions } from '../../fields/pagination.ts';
import { EvmChain } from '../../fields/transactions/evm-chain.ts';
import { EvmTransaction } from '../../fields/transactions/evm-transaction.ts';
import { evmAddress, organizationId } from '../../vocabulary.ts';

export default defineQuery('list_eth_transaction_history', {
  tag: 'Transactions',
  summary: 'List the transactions of an address',
  description:
    'Lists the transactions that touched an EVM wallet account, most recent first. Cursors are opaque and belong to one address and chain.',
  request: z.strictObject({
    organizationId: organizationId('The organization that owns the wallet account.'),
    address: evmAddress('Address of the wallet account. Addresses of private keys are not supported.'),
    caip2: EvmChain,
    paginationOptions: PaginationOptions.optional(),
  }),
  response: z.object({
    transactions: z.array(EvmTransaction).describe('The transactions, most recent first.'),
    pageInfo: PageInfo.optional(),
  }),
  errors: ['PRIVATE_KEY_ADDRESS_UNSUPPORTED', 'INVALID_CURSOR', 'NOT_CONFIGURED'],
  example: {
    request: {
      organizationId: example.organizationId,
      address: example.walletAddress,
      caip2: 'eip155:1',
      paginationOptions: { limit: '25' },
    },
    response: {
      transactions: [
        {
          transactionHash: example.transactionHash,
          block: {
            number: '24136052',
            hash: '0x20b53acf0daefc8c6ad68c861fb3b543ca541abd101abc1edfcbf6606b838ef4',
            timestamp: example.rfc3339,
          },
          status: 'FINALIZED',
          origin: 'EXTERNAL',
          from: example.counterpartyAddress,
          to: example.stablecoinAddress,
          fee: { amount: '1302450000000000', caip19: example.ether },
          transfers: [
            {
              direction: 'IN',
              asset: { caip19: example.stablecoin, symbol: 'USDC', name: 'USD Coin', decimals: 6 },
              amount: '250000000',
              counterparty: example.counterpartyAddress,
              display: { crypto: '250', usd: '250.00' },
            },
          ],
        },
      ],
      pageInfo: {
        hasNextPage: false,
        hasPreviousPage: false,
        startCursor: 'MjQxMzYwNTIuMTI3',
        endCursor: 'MjQxMzYwNTIuMTI3',
      },
    },
  },
});
