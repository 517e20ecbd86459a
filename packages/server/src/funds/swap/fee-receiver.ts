import { canonicalAddress } from '@mintmark/chains/addresses';
import type { ReadContext } from '../../core/handlers/implement.ts';
import { addressesOf, readPrivateKeysByAddress } from '../private-keys/private-key.ts';
import { readAccountsByAddress } from '../wallets/account.ts';

/** An address in the spelling that it is stored with, if a wallet account or a private key of the organization has it on EVM chains. */
export async function findOwnEvmAddress(context: ReadContext, named: string): Promise<string | undefined> {
  const address = canonicalAddress(named);
  const [accounts, keys] = await Promise.all([
    readAccountsByAddress(context, address),
    readPrivateKeysByAddress(context, address),
  ]);
  const isOwn =
    accounts.some(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_ETHEREUM') ||
    keys.flatMap(addressesOf).some((own) => own.format === 'ADDRESS_FORMAT_ETHEREUM' && own.address === address);
  return isOwn ? address : undefined;
}
