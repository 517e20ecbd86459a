import { SendChain } from '@mintmark/schema/fields/transactions/evm-chain';
import { z } from 'zod';
import { authorization } from './authorization.ts';
import { type ReadSecret, secret } from './secret.ts';

/** The nodes of the EVM chains. */
export const buildChains = (readSecret: ReadSecret) =>
  z
    .partialRecord(SendChain, buildChain(readSecret), {
      error: 'must name chains by their CAIP-2 identifiers, such as eip155:1',
    })
    .describe('A node of each EVM chain that the service may use, by the CAIP-2 identifier of the chain.');

const buildChain = (readSecret: ReadSecret) =>
  z.strictObject({
    rpcUrl: secret(readSecret, rpcUrl).describe('The JSON-RPC endpoint of the node. It often holds a key.'),
    authorization: authorization(readSecret).optional(),
  });

const rpcUrl = z.string().refine(
  (text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.hash === '';
  },
  { error: 'must be an http:// or https:// URL' },
);
