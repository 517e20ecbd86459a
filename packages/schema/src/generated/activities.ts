// Made by `npm run generate` from the unit files. Do not edit.
export { default as claim_swap_fees } from '../activities/claim-swap-fees.ts';
export { default as create_oauth_providers } from '../activities/create-oauth-providers.ts';
export { default as create_oauth2_credential } from '../activities/create-oauth2-credential.ts';
export { default as create_read_write_session } from '../activities/create-read-write-session.ts';
export { default as create_user_tag } from '../activities/create-user-tag.ts';
export { default as create_users } from '../activities/create-users.ts';
export { default as delete_user_tags } from '../activities/delete-user-tags.ts';
export { default as delete_users } from '../activities/delete-users.ts';
export { default as earn_set_wrapper_state } from '../activities/earn-set-wrapper-state.ts';
export { default as export_wallet_account } from '../activities/export-wallet-account.ts';
export { default as init_import_wallet } from '../activities/init-import-wallet.ts';
export { default as otp_login } from '../activities/otp-login.ts';
export { default as update_user_email } from '../activities/update-user-email.ts';
export { default as update_user_phone_number } from '../activities/update-user-phone-number.ts';
export { default as update_user_tag } from '../activities/update-user-tag.ts';
export { default as update_user } from '../activities/update-user.ts';
export { default as upsert_swap_config } from '../activities/upsert-swap-config.ts';
