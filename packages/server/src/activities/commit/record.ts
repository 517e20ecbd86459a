import { joinedMarks } from '../../core/authority/row-macs.ts';
import { ownerColumns } from '../../core/model/of-organization.ts';
import type { AppProof } from '../../core/ports/proof-signer.ts';
import type { ActivityRequest } from '../decision/activity-request.ts';
import type { State } from '../decision/state.ts';
import type { ActivityRow } from '../record/activity-row.ts';
import { voterText } from '../record/voter-record.ts';
import { newVote } from '../record/votes.ts';
import { proveDecision } from './decision-proof.ts';
import type { Decided, Executed } from './execute.ts';
import type { Transaction } from './transaction.ts';

/** What was decided about a request, and what that led to. */
export interface Outcome extends Decided {
  readonly executed: Executed;
}

/** Records what became of an activity: its row, the vote, the audit entry, proofs and the event. */
export function record(transaction: Transaction, { member, verdict, executed, now }: Outcome): ActivityRow {
  const { request, preparation } = member;
  const { caller, body } = request;
  const { existing, approvalsSince, voter, basis, parentBasis, policies, next } = verdict;
  const { status, result, failure, writer } = executed;
  const { organization, known } = transaction.state;
  const isDenied = next === 'deny';
  const activity = {
    ...(existing ?? newActivity(request, transaction.state, { isDenied, now })),
    ...{ status, result, failure, approvalsSince },
    updatedAt: now,
  };
  const selection = 'selection' in request ? request.selection : 'VOTE_SELECTION_APPROVED';
  const who = voterText(voter, { isOfParent: parentBasis !== undefined });
  const vote = newVote({ caller, body, voter: who, activity, selection, createdAt: now });
  const proofs: AppProof[] = [];
  if (verdict.wantsProofs && next !== 'wait') {
    const others = existing ? known.votesOn(existing).filter(({ userId }) => userId !== vote.userId) : [];
    const decision = { verdict, activity, votes: [...others, vote], organization, now };
    proofs.push(proveDecision(transaction.services, decision));
    if (status === 'ACTIVITY_STATUS_COMPLETED') proofs.push(...preparation.proofs);
  }
  const recorded = transaction.journal.record({
    activity,
    caller,
    said: isDenied ? 'denied' : vote,
    at: now,
    rows: writer?.marks ?? {},
    bytes: writer?.bytes ?? 0,
    basis: writer?.before ? joinedMarks(basis, writer.before) : basis,
    ...(policies && { policies }),
    ...(parentBasis && { parentBasis }),
    proofs,
  });
  transaction.events.add(recorded, known.votesOn(recorded));
  return recorded;
}

/** A new activity, before anything is decided about it. */
function newActivity(
  request: ActivityRequest,
  { organization }: State,
  { isDenied, now }: { readonly isDenied: boolean; readonly now: Date },
) {
  if ('selection' in request) throw new Error('a vote requires an existing activity');
  const { newId: id, type, fingerprint, body, caller } = request;
  const deniedUserId = isDenied ? caller.userId : null;
  return { ...ownerColumns(organization), id, type, fingerprint, body, deniedUserId, createdAt: now };
}
