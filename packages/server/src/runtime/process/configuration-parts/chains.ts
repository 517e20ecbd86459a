import { SendChain } from '@mintmark/schema/fields/transactions/evm-chain';
import { z } from 'zod';
import { chainAssets } from '../../../funds/history/chain-assets.ts';
import { authorization } from './authorization.ts';
import { caip19 } from './caip-19.ts';
import { type ReadSecret, secret } from './secret.ts';

/** The nodes of the EVM chains. */
export const buildChains = (readSecret: ReadSecret) =>
  z
    .partialRecord(SendChain, buildChain(readSecret), {
      error: 'must name supported chains by their CAIP-2 identifiers, such as eip155:1',
    })
    .superRefine((chains, context) => {
      for (const [caip2, settings] of Object.entries(chains))
        if (settings?.history && !chainAssets(caip2, settings))
          context.addIssue({
            code: 'custom',
            path: [caip2, 'nativeAsset'],
            message: 'is required for the history of this chain: its fee asset is not known',
          });
    })
    .describe('A node of each EVM chain that the service may use, by the CAIP-2 identifier of the chain.');

const buildChain = (readSecret: ReadSecret) =>
  z.strictObject({
    rpcUrl: secret(readSecret, rpcUrl).describe('The JSON-RPC endpoint of the node. It often contains a key.'),
    authorization: authorization(readSecret).optional(),
    maxFee: z
      .string()
      .regex(/^[1-9][0-9]{0,30}$/, { error: 'must be an amount of wei, such as "1000000000000000000"' })
      .describe('The max fee of a transaction, in wei, if the node estimates it; by default 1000000000000000000.')
      .optional(),
    history: z
      .union([
        z.literal(false),
        z.strictObject({
          fromBlock: blockCount
            .describe('The first block to record; by default the newest one at the first start.')
            .optional(),
        }),
      ])
      .describe('How the history of wallet accounts is recorded, or false to record none.')
      .optional(),
    finalityDepth: blockCount
      .min(1)
      .describe('How many later blocks make a block final. By default the node decides, with the block tag finalized.')
      .optional(),
    traces: z
      .boolean()
      .describe(
        'Whether the node supports debug_traceBlockByHash or debug_traceTransaction. If so, the history includes transfers within contracts.',
      )
      .optional(),
    nativeAsset: z
      .strictObject({ caip19, ...described })
      .describe('The asset that fees are paid in. It is built in for common chains.')
      .optional(),
    assets: z
      .array(z.strictObject({ address, ...described }))
      .superRefine((assets, context) => {
        const addresses = assets.map((asset) => asset.address.toLowerCase());
        for (const [index, one] of addresses.entries())
          if (addresses.indexOf(one) < index)
            context.addIssue({ code: 'custom', path: [index, 'address'], message: 'is on the list twice' });
      })
      .describe('The ERC-20 tokens that responses name. Other tokens appear without names.')
      .optional(),
  });

const blockCount = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, { error: 'must be an address, 0x and 40 hex digits' })
  .describe('The contract of the token.');

const described = {
  symbol: z.string().min(1).max(32),
  name: z.string().min(1).max(100),
  decimals: z.int().min(0).max(255),
};

const rpcUrl = z.string().refine(
  (text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.hash === '';
  },
  { error: 'must be an http:// or https:// URL' },
);
