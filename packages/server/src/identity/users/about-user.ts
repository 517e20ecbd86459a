import type { PolicyParameters } from '../../core/handlers/policy-view.ts';

/** The parameters of an activity about one user. */
export interface OfUser {
  readonly userId: string;
}

const idOf = ({ userId }: OfUser): string => userId.toLowerCase();

/** What policies see of an activity about one user. */
export const seenUser = (parameters: OfUser): PolicyParameters => ({ user_id: idOf(parameters) });

/** It changes the contacts, the credentials, the tags or the name of one user. */
export const changesUser = {
  changedUsers: (parameters: OfUser): readonly string[] => [idOf(parameters)],
  policyParameters: seenUser,
};

/** The same for credentials: users may manage their own by default. */
export const ownUser = { ...changesUser, ownUser: idOf };

/** Users may act only for themselves, whoever else approves it. */
export const forUser = { forUser: idOf, policyParameters: seenUser };
