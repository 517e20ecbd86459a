import type { ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { readPrivateKeysByAddress } from '../private-keys/private-key.ts';
import { readAccountsByAddress } from '../wallets/account.ts';

/** The spelling with which an address is stored. Refuses an address that is not one of a wallet account of the organization. */
export async function requireAccountAddress(context: ReadContext, address: string): Promise<string> {
  const accounts = await readAccountsByAddress(context, address);
  const account = accounts.find(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_ETHEREUM');
  if (account) return account.address;
  const keys = await readPrivateKeysByAddress(context, address);
  if (keys.length > 0) throw new ApiError('PRIVATE_KEY_ADDRESS_UNSUPPORTED');
  throw new ApiError('REQUEST_INVALID', 'no wallet account of your organization has this address');
}
