import type { ErrorName } from '@mintmark/schema';
import { isVote } from '../../src/core/handlers/activity-types.ts';
import type { IdField } from '../requests/id-fields.ts';
import type { Operation } from '../requests/operations.ts';
import type { CallerKind } from './world.ts';

/** The relation of an organization to the one that a request names; `nowhere` is one that does not exist. */
export type Relation = 'own' | 'parent' | 'child' | 'sibling' | 'stranger' | 'nowhere';

/** The organization that an id in a request comes from, in the same terms; `malformed` is not an id at all. */
export type Origin = Relation | 'malformed';

/** Who asks for what, and where. */
export interface Question {
  readonly operation: Operation;
  /** Whether the request names an organization that has a parent. */
  readonly namesChild: boolean;
  /** The organization of the caller. */
  readonly from: Relation;
  readonly callerKind: CallerKind;
  /** Whether the user in the request is the caller. */
  readonly isSelf: boolean;
  /** The one id that comes from another organization. */
  readonly other?: { readonly field: IdField; readonly origin: Origin };
}

/** `kept` is a refusal that stores its activity. */
export type Expectation = { readonly is: 'answered' } | { readonly is: 'refused' | 'kept'; readonly error: ErrorName };

/** The organizations whose credentials a request may be stamped with: the named one's and its parent's. */
const known: readonly Relation[] = ['own', 'parent'];
/** The operations in which a request may name the parent instead of the sub-organization that has the credential. */
const knowsChildren: readonly string[] = ['whoami', 'stamp_login', 'create_read_write_session'];
/** A parent reads its sub-organizations and does not write to them, except that it signs their users in. */
const mayRead: readonly Relation[] = ['own', 'parent', 'child'];
const mayWrite: readonly Relation[] = ['own'];
const byParentsOnly: readonly string[] = [
  'create_sub_organization',
  'create_oauth2_credential',
  'create_session_profile',
  'enable_auth_proxy',
  'disable_auth_proxy',
  'update_auth_proxy_config',
  'upsert_swap_config',
  'claim_swap_fees',
  'earn_deploy_wrapper',
  'earn_set_wrapper_state',
];
/** What users of the parent may also do in a sub-organization, if they may in their own. It waits for no approvals. */
const byUsersOfParent: readonly string[] = ['init_otp', 'verify_otp', 'otp_login', 'oauth_login'];
/** Every user may do it. */
const byEveryone: readonly string[] = ['stamp_login'];
const byChildrenOnly: readonly string[] = ['delete_sub_organization'];

/** Whether users may do it to themselves: manage credentials. All else is for the root quorum as long as there are no policies. */
export const isOwnCredential = ({ unit }: Operation): boolean =>
  'policy' in unit &&
  'resource' in unit.policy &&
  unit.policy.resource === 'CREDENTIAL' &&
  'userId' in unit.parameters.shape;

/** Whether users start it for themselves, whatever the policies say. */
const isOwnSession = ({ name }: Operation): boolean => name === 'create_read_write_session';

/** Its first version names the caller by an e-mail address, which the callers of the tests do not have. */
const isOwnSessionByEmail = ({ name }: Operation): boolean => name === 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION';

/** Whether it is for a user, and denied to everybody else: imports and sessions. */
export const isForUser = (operation: Operation): boolean => {
  const { unit } = operation;
  return isOwnSession(operation) || ('policy' in unit && 'action' in unit.policy && unit.policy.action === 'IMPORT');
};

/** The answer that the contract requires, in the order of the checks. */
export function expectationOf({ operation, namesChild, from, callerKind, isSelf, other }: Question): Expectation {
  const { unit, isImplemented } = operation;
  // It wants the configuration of a proxy, and no stamp is one.
  if (unit.kind === 'proxy') return refused('AUTH_PROXY_CONFIG_NOT_FOUND');

  const isKnown = known.includes(from) || (from === 'child' && knowsChildren.includes(unit.name));
  if (!isKnown || callerKind === 'deleted key' || callerKind === 'deleted user') return refused('PUBLIC_KEY_NOT_FOUND');
  if (callerKind === 'expired key') return refused('API_KEY_EXPIRED');

  if (other?.origin === 'malformed' && !takesAnyText(other.field)) return refused('REQUEST_INVALID');
  if (!isImplemented) return refused('UNIMPLEMENTED');

  const isVoting = unit.kind === 'activity' && isVote(unit);
  const isForeign = other !== undefined && !usable(other.field).includes(other.origin);
  if (unit.kind === 'query') {
    if (!mayRead.includes(from)) return refused('REQUEST_NOT_AUTHORIZED');
    // It is about what the caller may do.
    if (namesChild && unit.name === 'get_auth_proxy_config') return refused('AUTH_PROXY_NOT_ENABLED');
  } else if (from === 'parent' && byUsersOfParent.includes(unit.name)) {
    // Nobody could vote on it, so that it is not kept.
    if (callerKind !== 'root') return refused('REQUEST_NOT_AUTHORIZED');
  } else if (from === 'child' && isKnown) {
    // It happens in the sub-organization.
    if (byEveryone.includes(unit.name)) return isForeign ? refused(missing(other.field)) : { is: 'answered' };
    if (operation.refusal) return refused(operation.refusal);
    return isSelf ? { is: 'answered' } : { is: 'kept', error: 'REQUEST_NOT_AUTHORIZED' };
  } else if (!mayWrite.includes(from)) {
    return refused(isVoting ? 'ORGANIZATION_MISMATCH' : 'REQUEST_NOT_AUTHORIZED');
  } else if (isVoting) {
    // All users may see the activities that they can vote on.
    if (callerKind !== 'root') return refused(isForeign ? 'ACTIVITY_NOT_FOUND' : 'REQUEST_NOT_AUTHORIZED');
  } else {
    const isOwn = (isSelf && (isOwnCredential(operation) || isOwnSession(operation))) || isOwnSessionByEmail(operation);
    if (callerKind !== 'root' && !byEveryone.includes(unit.name) && !isOwn)
      return { is: 'kept', error: 'REQUEST_NOT_AUTHORIZED' };
    if (isForUser(operation) && !isSelf) return { is: 'kept', error: 'REQUEST_NOT_AUTHORIZED' };
    if ((namesChild ? byParentsOnly : byChildrenOnly).includes(unit.name)) return refused('INVALID_ACTIVITY_CALLER');
  }
  if (operation.refusal) return refused(operation.refusal);
  return isForeign || (isSelf && other) ? refused(missing(other.field)) : { is: 'answered' };
}

/** The organizations whose resources a request can name: its own. Session profiles are those of the top-level organization. */
const usable = ({ kind }: IdField): readonly Origin[] =>
  kind === 'sessionProfile' ? ['own', 'parent', 'sibling'] : ['own'];

/** Whether the field takes more than ids: cursors, and signWith, which can be an address. */
const takesAnyText = ({ isCursor, name }: IdField): boolean => isCursor || name === 'signWith';

const refused = (error: ErrorName): Expectation => ({ is: 'refused', error });

/** The error for a resource of another organization is the same as for one that does not exist. */
function missing({ kind, isCursor }: IdField): ErrorName {
  if (isCursor) return 'INVALID_CURSOR';
  if (kind === 'sessionProfile') return 'SESSION_PROFILE_NOT_FOUND';
  if (kind === 'oauth2Credential') return 'OAUTH2_CREDENTIAL_NOT_FOUND';
  return kind === 'activity' || kind === 'fingerprint' ? 'ACTIVITY_NOT_FOUND' : 'RESOURCE_NOT_FOUND';
}
