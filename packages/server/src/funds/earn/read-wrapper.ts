import { decodeInteger, encodeCall } from '@mintmark/chains/ethereum';
import type { WrapperContract, WrapperFacts } from '../../core/ports/earn.ts';
import type { EvmChain } from '../../core/ports/evm-chain.ts';

/** Reads a wrapper from its chain. Undefined if the answers of the contracts cannot be understood. */
export async function readWrapper(
  chain: EvmChain,
  { address, splitterAddress }: WrapperContract,
): Promise<WrapperFacts | undefined> {
  const ask = async (to: string, signature: string) =>
    decodeInteger(await chain.call({ to, data: encodeCall(signature, []) }, 'latest'));
  const [totalAssets, claimableClientFee] = await Promise.all([
    ask(address, 'totalAssets()'),
    ask(splitterAddress, 'claimableClientFee()'),
  ]);
  if (totalAssets === undefined || claimableClientFee === undefined) return undefined;
  return { totalAssets, claimableClientFee };
}
