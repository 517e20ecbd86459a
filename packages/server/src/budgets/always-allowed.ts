import { activityTypes } from '../contract/activity-types.ts';

/**
 * The activities that an organization may use a reserve for when its storage is used up: they end authority, free storage, let
 * people take their keys out, or let them sign in to do so.
 */
export const alwaysAllowed: ReadonlySet<string> = new Set([
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
  'create_read_write_session',
  'init_otp',
  'oauth_login',
  'oauth2_authenticate',
  'otp_login',
  'stamp_login',
  'verify_otp',
]);

/** Whether activities of a type, the older types included, may use the reserve. */
export const isAlwaysAllowed = (type: string): boolean => alwaysAllowed.has(activityTypes.get(type)?.unit.name ?? '');
