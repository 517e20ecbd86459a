import * as words from '../generated/words.ts';
import type { Field, Scope } from '../values/type.ts';
import type { Struct, Value } from '../values/value.ts';
import { hex, uuid, uuidOrNone, wordOf } from './forms.ts';
import { field, int, listOf, structOf, textOf } from './types.ts';

/** Words that policies may name although no activity has them yet, so that a policy for a later version can be created. */
const laterResources = [
  'FIAT_TRANSACTION',
  'INVITATION',
  'MFA_POLICY',
  'ON_RAMP_CREDENTIALS',
  'PAYMENT_METHOD',
  'RECOVERY',
  'SPONSORSHIP',
  'SUBSCRIPTION',
  'TVC_APP',
  'TVC_DEPLOYMENT',
  'TVC_OPERATOR',
  'TVC_QUORUM_KEY',
  'WEBHOOK_ENDPOINT',
];
const laterActions = ['ENCRYPT'];

const prefix = 'activity.params.';

/**
 * The parameters of requests. Each is a namespace of its own, so that a policy which names one does not concern an activity that
 * does not have it.
 */
export const activityParameters: Scope = named({
  type: field(
    textOf(wordOf('a transaction type', words.transactionTypes)),
    'The chain of the transaction. In sign_transaction.',
  ),
  encoding: field(
    textOf(wordOf('a payload encoding', words.payloadEncodings)),
    'How the payload is encoded. In sign_raw_payload and sign_raw_payloads.',
  ),
  hash_function: field(
    textOf(wordOf('a hash function', words.hashFunctions)),
    'How the payload is hashed. In sign_raw_payload and sign_raw_payloads.',
  ),
  user_ids: field(
    listOf(textOf(uuid)),
    'The users to delete, or to add a tag to or remove it from. A user that is being created with the tag has the ID 00000000-0000-0000-0000-000000000000. In delete_users, create_user_tag and update_user_tag.',
  ),
  user_id: field(
    textOf(uuid),
    'The user that the activity changes or is for. Missing if the request names no user. In create_api_keys, delete_api_keys, create_authenticators, delete_authenticators, create_oauth_providers, delete_oauth_providers, update_user, update_user_email, update_user_phone_number, init_import_wallet, import_wallet, init_import_private_key, import_private_key and create_read_write_session.',
  ),
  user_tag_id: field(textOf(uuid), 'The tag to add to users or remove from them. In update_user_tag.'),
  user_tag_ids: field(listOf(textOf(uuid)), 'The tags to delete. In delete_user_tags.'),
  api_key_ids: field(listOf(textOf(uuid)), 'The API keys to delete. In delete_api_keys.'),
  target_public_key: field(
    textOf(hex),
    'The public key that the export is encrypted to. In export_wallet, export_wallet_account and export_private_key.',
  ),
  wallet_id: field(textOf(uuid), 'The wallet to change. In update_wallet.'),
  otp_length: field(int, 'How many characters the passcode has. In init_otp.'),
  session_profile_id: field(
    textOf(uuidOrNone),
    "The profile of the new session, '' for none. In otp_login, stamp_login and oauth_login.",
  ),
});

export const activity = field(
  structOf('Activity', {
    type: field(
      textOf(wordOf('an activity type', words.activityTypes)),
      'The type of the activity with its version, such as ACTIVITY_TYPE_SIGN_TRANSACTION_V2.',
    ),
    kind: field(
      textOf(wordOf('a kind of activity', words.activityKinds)),
      'The type without its prefix and version, such as SIGN_TRANSACTION.',
    ),
    resource: field(
      textOf(wordOf('a resource', [...words.resources, ...laterResources])),
      'What the activity is about, such as WALLET.',
    ),
    action: field(
      textOf(wordOf('an action', [...words.actions, ...laterActions])),
      'What the activity does with it, such as CREATE.',
    ),
  }),
  'The activity itself. Every activity has it.',
);

interface SeenActivity {
  readonly type: string;
  /** The type without its prefix and version, and what policies group it by. Undefined if only the root quorum can allow it. */
  readonly kind: string | undefined;
  readonly resource: string | undefined;
  readonly action: string | undefined;
}

/** What policies see of an activity in general. */
export const activityOf = ({ type, kind, resource, action }: SeenActivity): Struct => ({
  type,
  kind,
  resource,
  action,
});

function named(parameters: Readonly<Record<string, Field>>): Scope {
  return Object.fromEntries(Object.entries(parameters).map(([name, parameter]) => [`${prefix}${name}`, parameter]));
}

/** What policies see of a parameter, by its namespace. */
export function parameterOf(parameters: () => Struct, namespace: string): Value | undefined {
  return namespace.startsWith(prefix) ? parameters()[namespace.slice(prefix.length)] : undefined;
}
