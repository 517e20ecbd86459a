// Made by `npm run generate` from the unit files. Do not edit.
export { default as get_activity } from '../queries/get-activity.ts';
export { default as get_api_key } from '../queries/get-api-key.ts';
export { default as get_api_keys } from '../queries/get-api-keys.ts';
export { default as get_authenticator } from '../queries/get-authenticator.ts';
export { default as get_authenticators } from '../queries/get-authenticators.ts';
export { default as get_organization_configs } from '../queries/get-organization-configs.ts';
export { default as get_user } from '../queries/get-user.ts';
export { default as list_activities } from '../queries/list-activities.ts';
export { default as list_suborgs } from '../queries/list-suborgs.ts';
export { default as list_user_tags } from '../queries/list-user-tags.ts';
export { default as list_users } from '../queries/list-users.ts';
export { default as whoami } from '../queries/whoami.ts';
