// Made by `npm run generate` from the unit files; the keys are their paths. Do not edit.
import claimSwapFees from '../activities/claim-swap-fees.ts';
import createOauthProviders from '../activities/create-oauth-providers.ts';
import createOauth2Credential from '../activities/create-oauth2-credential.ts';
import createReadWriteSession from '../activities/create-read-write-session.ts';
import createUsers from '../activities/create-users.ts';
import deleteUserTags from '../activities/delete-user-tags.ts';
import earnSetWrapperState from '../activities/earn-set-wrapper-state.ts';
import exportWalletAccount from '../activities/export-wallet-account.ts';
import initImportWallet from '../activities/init-import-wallet.ts';
import otpLogin from '../activities/otp-login.ts';
import upsertSwapConfig from '../activities/upsert-swap-config.ts';
import getActivity from '../queries/get-activity.ts';
import getLatestBootProof from '../queries/get-latest-boot-proof.ts';
import listEarnEnabledVaults from '../queries/list-earn-enabled-vaults.ts';
import listEarnVaults from '../queries/list-earn-vaults.ts';
import listEthTransactionHistory from '../queries/list-eth-transaction-history.ts';
import listPrivateKeyTags from '../queries/list-private-key-tags.ts';
import listPrivateKeys from '../queries/list-private-keys.ts';
import listSmartContractInterfaces from '../queries/list-smart-contract-interfaces.ts';
import listVerifiedSuborgs from '../queries/list-verified-suborgs.ts';
import whoami from '../queries/whoami.ts';
import signupV2 from '../proxy/signup-v2.ts';

export const activities = {
  'activities/claim-swap-fees.ts': claimSwapFees,
  'activities/create-oauth-providers.ts': createOauthProviders,
  'activities/create-oauth2-credential.ts': createOauth2Credential,
  'activities/create-read-write-session.ts': createReadWriteSession,
  'activities/create-users.ts': createUsers,
  'activities/delete-user-tags.ts': deleteUserTags,
  'activities/earn-set-wrapper-state.ts': earnSetWrapperState,
  'activities/export-wallet-account.ts': exportWalletAccount,
  'activities/init-import-wallet.ts': initImportWallet,
  'activities/otp-login.ts': otpLogin,
  'activities/upsert-swap-config.ts': upsertSwapConfig,
};

export const queries = {
  'queries/get-activity.ts': getActivity,
  'queries/get-latest-boot-proof.ts': getLatestBootProof,
  'queries/list-earn-enabled-vaults.ts': listEarnEnabledVaults,
  'queries/list-earn-vaults.ts': listEarnVaults,
  'queries/list-eth-transaction-history.ts': listEthTransactionHistory,
  'queries/list-private-key-tags.ts': listPrivateKeyTags,
  'queries/list-private-keys.ts': listPrivateKeys,
  'queries/list-smart-contract-interfaces.ts': listSmartContractInterfaces,
  'queries/list-verified-suborgs.ts': listVerifiedSuborgs,
  'queries/whoami.ts': whoami,
};

export const proxies = {
  'proxy/signup-v2.ts': signupV2,
};
