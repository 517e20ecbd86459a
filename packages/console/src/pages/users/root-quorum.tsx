import type { components } from '@mintmark/client';
import { useState } from 'preact/hooks';
import { useChange } from '../../data/use-change.ts';
import type { Query } from '../../data/use-query.ts';
import { linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { ChangeDialog } from '../../ui/change.tsx';
import { Checks } from '../../ui/checks.tsx';
import { DialogButton, type OpenDialog } from '../../ui/dialog-button.tsx';
import { Check, Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/page.tsx';
import { QueryNotice } from '../../ui/query-notice.tsx';
import { quorumProblem, quorumWords } from './user-words.ts';

type User = components['schemas']['User'];
type Quorum = components['schemas']['RootQuorum'];

interface RootQuorumProps {
  readonly configs: Query<components['schemas']['OrganizationConfigs']>;
  readonly users: readonly User[];
  readonly onChanged: () => void;
}

/** Who stands above all policies, and how many of them it takes. */
export function RootQuorum({ configs, users, onChanged }: RootQuorumProps) {
  const { shownOrganizationId, canChange } = useSession();
  const quorum = configs.data?.quorum;
  const nameOf = new Map(users.map(({ userId, userName }) => [userId, userName]));
  return (
    <Section title="Root quorum">
      <div class="stack">
        <QueryNotice of={configs} />
        {quorum && (
          <>
            <p>{quorumWords(quorum.threshold, quorum.userIds.length)}</p>
            <ul class="names">
              {quorum.userIds.map((id) => (
                <li key={id}>
                  <a href={linkTo(shownOrganizationId, 'users', id)}>{nameOf.get(id) ?? id}</a>
                </li>
              ))}
            </ul>
          </>
        )}
        {quorum && canChange && (
          <div class="actions">
            <DialogButton label="Change the root quorum" onChanged={onChanged}>
              {(dialog) => <QuorumForm quorum={quorum} users={users} {...dialog} />}
            </DialogButton>
          </div>
        )}
      </div>
    </Section>
  );
}

interface QuorumFormProps extends OpenDialog {
  readonly quorum: Quorum;
  readonly users: readonly User[];
}

function QuorumForm({ quorum, users, onClose, onChanged }: QuorumFormProps) {
  const { userId: ownId } = useSession();
  const [threshold, setThreshold] = useState(String(quorum.threshold));
  const [userIds, setUserIds] = useState<readonly string[]>(quorum.userIds);
  const [isUnderstood, setIsUnderstood] = useState(false);
  const change = useChange<unknown>(onChanged);
  const problem = quorumProblem(Number(threshold), userIds.length);
  return (
    <ChangeDialog
      title="Change the root quorum"
      action="Change the root quorum"
      of={change}
      isReady={problem === undefined && isUnderstood}
      onClose={onClose}
      onSubmit={() =>
        void change.submit((client) => client.updateRootQuorum({ threshold: Number(threshold), userIds: [...userIds] }))
      }
    >
      <Notice kind="warning">
        <p>
          <strong>The root quorum may do everything: delete users, change policies, export keys.</strong>
        </p>
        <p>If its users lose their keys, nobody can restore them. Choose more root users than must approve.</p>
      </Notice>
      <Checks
        label="Root users"
        options={users.map(({ userId, userName }) => [userId, userName])}
        chosen={userIds}
        onChange={setUserIds}
      />
      <Field
        label="How many of them must approve"
        type="number"
        value={threshold}
        onInput={setThreshold}
        isRequired
        hint={problem ?? quorumWords(Number(threshold), userIds.length)}
      />
      {quorum.userIds.includes(ownId) && !userIds.includes(ownId) && (
        <Notice kind="warning">After this you are no longer a root user.</Notice>
      )}
      <Check
        label="I have made sure that the new root users can sign in."
        isOn={isUnderstood}
        onChange={setIsUnderstood}
      />
    </ChangeDialog>
  );
}
