import type { Scope } from '../values/type.ts';
import { activity, activityParameters } from './activity.ts';
import { approvers, credentials } from './approvers.ts';
import { bitcoinTx } from './bitcoin.ts';
import { ethEip712, ethEip7702Authorization, ethTx } from './ethereum.ts';
import { privateKey, wallet, walletAccount, wallets } from './keys.ts';
import { solanaTx } from './solana.ts';
import { time } from './time.ts';
import { tronTx } from './tron.ts';

/** What the condition of a policy and the scope of a session profile can name. */
export const conditionScope: Scope = {
  activity,
  ...activityParameters,
  wallet,
  wallets,
  wallet_account: walletAccount,
  private_key: privateKey,
  'eth.tx': ethTx,
  'eth.eip_712': ethEip712,
  'eth.eip_7702_authorization': ethEip7702Authorization,
  'solana.tx': solanaTx,
  'bitcoin.tx': bitcoinTx,
  'tron.tx': tronTx,
};

/** What the consensus of a policy can name. */
export const consensusScope: Scope = { approvers, credentials };

/** What the time of a policy can name. */
export const timeScope: Scope = { time };

/** What each expression of a policy can name. */
export const policyScopes = { condition: conditionScope, consensus: consensusScope, time: timeScope } as const;
