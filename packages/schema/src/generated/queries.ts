// Made by `npm run generate` from the unit files. Do not edit.
export { default as get_activity } from '../queries/get-activity.ts';
export { default as get_api_key } from '../queries/get-api-key.ts';
export { default as get_api_keys } from '../queries/get-api-keys.ts';
export { default as get_authenticator } from '../queries/get-authenticator.ts';
export { default as get_authenticators } from '../queries/get-authenticators.ts';
export { default as get_latest_boot_proof } from '../queries/get-latest-boot-proof.ts';
export { default as get_user } from '../queries/get-user.ts';
export { default as list_earn_enabled_vaults } from '../queries/list-earn-enabled-vaults.ts';
export { default as list_earn_vaults } from '../queries/list-earn-vaults.ts';
export { default as list_eth_transaction_history } from '../queries/list-eth-transaction-history.ts';
export { default as list_private_key_tags } from '../queries/list-private-key-tags.ts';
export { default as list_private_keys } from '../queries/list-private-keys.ts';
export { default as list_smart_contract_interfaces } from '../queries/list-smart-contract-interfaces.ts';
export { default as list_user_tags } from '../queries/list-user-tags.ts';
export { default as list_users } from '../queries/list-users.ts';
export { default as list_verified_suborgs } from '../queries/list-verified-suborgs.ts';
export { default as whoami } from '../queries/whoami.ts';
