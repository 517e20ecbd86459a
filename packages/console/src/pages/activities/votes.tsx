import type { components } from '@mintmark/client';
import { Copyable } from '../../ui/copyable.tsx';
import { type Column, WholeList } from '../../ui/list.tsx';
import { Time } from '../../ui/time.tsx';
import { UserName } from '../../ui/user-name.tsx';

type Vote = components['schemas']['Vote'];

const columnsWith = (submissionId: string | undefined): readonly Column<Vote>[] => [
  { title: 'Who', cell: ({ userId, user }) => <UserName id={userId} formerName={user.userName} /> },
  {
    title: 'Vote',
    cell: ({ id, selection }) => (
      <span class={`tag ${selection === 'VOTE_SELECTION_REJECTED' ? 'bad' : 'good'}`}>
        {selection === 'VOTE_SELECTION_REJECTED' ? 'Rejected' : id === submissionId ? 'Submitted' : 'Approved'}
      </span>
    ),
  },
  { title: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    title: 'Key',
    cell: ({ publicKey }) => <Copyable value={publicKey} label="public key of the stamp" isShort />,
    isMinor: true,
  },
];

/** The votes so far, oldest first. */
export const Votes = ({
  of: votes,
  submissionId,
}: {
  readonly of: readonly Vote[];
  readonly submissionId?: string | undefined;
}) => (
  <WholeList
    of={{ data: votes, failure: undefined, isLoading: false, reload: () => undefined }}
    label="Votes"
    columns={columnsWith(submissionId)}
    keyOf={({ id }) => id}
    empty="Nobody has voted. A request that was denied has no votes."
  />
);
