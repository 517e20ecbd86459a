import type { Caller } from '../../core/model/caller.ts';
import { type Organization, tenantIdOf } from '../../core/model/organization.ts';
import type { Services } from '../../core/ports/services.ts';
import type { MessageAccount } from '../messages/message-budget.ts';

interface Request {
  readonly caller: Caller;
  readonly organization: Organization;
  readonly contact: string;
  readonly userIdentifier?: string | undefined;
  /** Whether a user of the organization has verified this contact. */
  readonly isVerifiedHere: boolean;
}

/**
 * Who asks for a passcode. Three parties can ask for one to a contact, and none of them can use up what the others have:
 *
 * - the parent's own programs, which may say for whom they ask;
 * - the account that has verified the contact: its users, or an anonymous request with a stamp of one of its keys;
 * - strangers: all other anonymous requests, and users of sub-organizations, since anybody can make one. Each network has a share.
 */
export function requesterOf({ macs }: Pick<Services, 'macs'>, request: Request): MessageAccount {
  const { caller, organization, userIdentifier, isVerifiedHere } = request;
  // The case of an e-mail address does not matter: it is the same mailbox.
  const contact = request.contact.toLowerCase();
  const tenantId = tenantIdOf(organization);
  const hash = (...parts: readonly string[]) => macs.keyedHash('requester of passcodes', [tenantId, ...parts]);
  const isOfParent = caller.organization.parentId === null && !caller.isProxy;
  if (isOfParent) {
    const requester = userIdentifier === undefined ? hash('parent', contact) : hash('identifier', userIdentifier);
    return { requester, party: hash('parent', contact), source: null, isStranger: false };
  }
  const account = caller.isProxy ? caller.account : isVerifiedHere && caller.organization;
  if (account) {
    const party = hash('account', contact, account.id);
    // Anybody can make accounts and verify contacts of their own.
    return { requester: party, party, source: hash('accounts of', account.source ?? account.id), isStranger: false };
  }
  const network = caller.source ?? caller.organization.source ?? caller.organization.id;
  return {
    requester: hash('stranger', contact, network),
    party: hash('strangers', contact),
    source: hash('network', network),
    isStranger: true,
  };
}
