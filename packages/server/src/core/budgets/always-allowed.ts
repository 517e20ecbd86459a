import { activityTypes } from '../handlers/activity-types.ts';

/** Activities that end authority, free storage, or let people take their keys out. */
export const endings: ReadonlySet<string> = new Set([
  'delete_api_keys',
  'delete_authenticators',
  'delete_oauth_providers',
  'delete_oauth2_credential',
  'delete_policies',
  'delete_policy',
  'delete_private_key_tags',
  'delete_private_keys',
  'delete_smart_contract_interface',
  'delete_sub_organization',
  'delete_user_tags',
  'delete_users',
  'delete_wallet_accounts',
  'delete_wallets',
  'delete_webhook_endpoint',
  'disable_auth_proxy',
  'remove_organization_feature',
  'update_root_quorum',
  'export_private_key',
  'export_wallet',
  'export_wallet_account',
]);

/** Activities that let people sign in. */
export const signIns: ReadonlySet<string> = new Set([
  'create_read_write_session',
  'init_otp',
  'oauth_login',
  'oauth2_authenticate',
  'otp_login',
  'stamp_login',
  'verify_otp',
]);

/** What an activity needs storage for. */
export type StorageUse = 'ordinary' | 'signIn' | 'ending';

/** What activities of a type need storage for, the older types included. */
export function storageUseOf(type: string): StorageUse {
  const name = activityTypes.get(type)?.unit.name ?? '';
  if (endings.has(name)) return 'ending';
  return signIns.has(name) ? 'signIn' : 'ordinary';
}
