// Made by `npm run generate` from the unit files. Do not edit.
export { default as create_api_keys } from '../activities/create-api-keys.ts';
export { default as create_authenticators } from '../activities/create-authenticators.ts';
export { default as create_sub_organization } from '../activities/create-sub-organization.ts';
export { default as create_user_tag } from '../activities/create-user-tag.ts';
export { default as create_users } from '../activities/create-users.ts';
export { default as delete_api_keys } from '../activities/delete-api-keys.ts';
export { default as delete_authenticators } from '../activities/delete-authenticators.ts';
export { default as delete_sub_organization } from '../activities/delete-sub-organization.ts';
export { default as delete_user_tags } from '../activities/delete-user-tags.ts';
export { default as delete_users } from '../activities/delete-users.ts';
export { default as remove_organization_feature } from '../activities/remove-organization-feature.ts';
export { default as set_organization_feature } from '../activities/set-organization-feature.ts';
export { default as update_root_quorum } from '../activities/update-root-quorum.ts';
export { default as update_user_email } from '../activities/update-user-email.ts';
export { default as update_user_phone_number } from '../activities/update-user-phone-number.ts';
export { default as update_user_tag } from '../activities/update-user-tag.ts';
export { default as update_user } from '../activities/update-user.ts';
