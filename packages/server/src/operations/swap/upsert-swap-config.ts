import upsertSwapConfig from '@mintmark/schema/operations/swap/upsert-swap-config';
import { send } from '../../core/handlers/effect.ts';
import { implement } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { createWalletKeys } from '../../custody/keys/wallet-keys.ts';
import { findOwnEvmAddress } from '../../funds/swap/fee-receiver.ts';
import { replaceSwapConfig, requireParent } from '../../funds/swap/swap-config.ts';
import { newWallet, newWalletId } from '../../funds/wallets/new-wallet.ts';
import { requireRoomForWallet } from '../../funds/wallets/wallet.ts';

const receivingAccount = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

export default implement(upsertSwapConfig, {
  async inputs(context, { feeReceiverWalletAddress: named, feeBps, stableFeeBps }) {
    const { organization, services } = context;
    requireParent(organization);
    if (stableFeeBps !== undefined && !services.topTier.has(organization.id))
      throw new ApiError('SERVICE_TIER_REQUIRED');
    if (named === undefined) {
      const isGenerated = (feeBps ?? stableFeeBps) !== undefined;
      if (isGenerated) await requireRoomForWallet(context);
      return { receiver: undefined, isGenerated };
    }
    const receiver = await findOwnEvmAddress(context, named);
    if (receiver === undefined)
      throw new ApiError(
        'RESOURCE_NOT_FOUND',
        'feeReceiverWalletAddress is not an Ethereum address of a wallet account or private key of this organization',
      );
    return { receiver, isGenerated: false };
  },
  async prepare(context, _, { receiver, isGenerated }) {
    if (!isGenerated) return { receiver, wallet: undefined };
    const { organization } = context;
    const id = newWalletId(context);
    const keys = await createWalletKeys(context, { organization, id }, { accounts: [receivingAccount] });
    return { receiver: keys.accounts[0]?.address, wallet: { id, keys, imported: false } };
  },
  async execute(context, { feeBps, stableFeeBps }, { receiver, wallet }) {
    const config = {
      ...(receiver !== undefined && { feeReceiverWalletAddress: receiver }),
      ...(feeBps !== undefined && { feeBps }),
      ...(stableFeeBps !== undefined && { stableFeeBps }),
    };
    // Several such wallets may exist, and names are unique. The end of the id is random.
    if (wallet)
      await send(
        context.sql,
        newWallet(context, wallet, {
          walletName: `Swap fees ${wallet.id.slice(-12)}`,
          accounts: [receivingAccount],
        }),
      );
    await replaceSwapConfig(context, config);
    return config;
  },
});
