import type { components } from '@mintmark/client';
import { useMemo, useState } from 'preact/hooks';
import { usePages } from '../../data/use-pages.ts';
import { linkTo } from '../../router.ts';
import { readInstallation, signInLink } from '../../session/installation.ts';
import { useSession } from '../../session/session-context.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Choice, Field } from '../../ui/field.tsx';
import { type Column, PagedList } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { CreateSubOrganization } from './create-sub-organization.tsx';
import { DeleteSubOrganization } from './delete-sub-organization.tsx';
import { type Filter, filterTypes, filterWords, noFilter } from './filter.ts';

const columns: readonly Column<string>[] = [
  {
    title: 'Sub-organization',
    cell: (id) => <Copyable value={id} label="organization id" />,
  },
  {
    title: 'View',
    cell: (id) => (
      <div class="actions">
        <a href={linkTo(id, 'activities')} aria-label={`Activities of ${id}`}>
          Activities
        </a>
        <a href={linkTo(id, 'users')} aria-label={`Users of ${id}`}>
          Users
        </a>
        <a href={linkTo(id, 'wallets')} aria-label={`Wallets of ${id}`}>
          Wallets
        </a>
      </div>
    ),
  },
];

const limit = '100';

/** The sub-organizations of the organization. */
export function SubOrganizations() {
  const { shownOrganizationId, canChange } = useSession();
  const [filter, setFilter] = useState<Filter>(noFilter);
  const [created, setCreated] = useState<Created>();
  const list = usePages<string>(
    {
      load: async (client, after, signal) => {
        const paginationOptions = { limit, ...(after !== undefined && { after }) };
        const search = filter.type && { filterType: filter.type, filterValue: filter.value };
        return (await client.listSuborgs({ ...search, paginationOptions }, { signal })).organizationIds;
      },
      cursorOf: (id) => id,
    },
    [shownOrganizationId, filter],
  );
  const isEmpty = filter.type === '' && list.pages.length === 0 && !list.isLoading && !list.failure;
  if (!canChange)
    return (
      <Page title="Sub-organizations">
        <div class="empty">A sub-organization has no sub-organizations of its own.</div>
      </Page>
    );
  return (
    <Page
      title="Sub-organizations"
      actions={
        <DialogButton label="Create a sub-organization" isMain onChanged={list.reload}>
          {({ onClose, onChanged }) => (
            <CreateSubOrganization
              onClose={onClose}
              onCreated={(result) => {
                setCreated(result);
                onChanged();
              }}
            />
          )}
        </DialogButton>
      }
    >
      {created && <CreatedNotice created={created} />}
      <FilterForm onFilter={setFilter} />
      <PagedList
        of={list}
        label="Sub-organizations"
        columns={columns}
        keyOf={(id) => id}
        empty={
          filter.type
            ? `No sub-organization has this ${filterWords(filter.type)}. The whole value must match.`
            : 'There are no sub-organizations. Create one to give users wallets that only they can use.'
        }
      />
      {isEmpty ? (
        <DeleteSubOrganization />
      ) : (
        <p class="hint">A sub-organization is deleted by its own root users: they sign in to it and open this page.</p>
      )}
    </Page>
  );
}

type Created = components['schemas']['CreateSubOrganizationResultV8'];

function CreatedNotice({ created: { subOrganizationId, wallet } }: { readonly created: Created }) {
  const link = useMemo(() => {
    // All organizations of a service have the same signing key.
    const signerPublicKey = readInstallation(new URLSearchParams())?.signerPublicKey;
    return signInLink({ organizationId: subOrganizationId, signerPublicKey });
  }, [subOrganizationId]);
  return (
    <Notice kind="good">
      <p>
        <strong>The sub-organization was created.</strong> Its users sign in with this link and their key.
      </p>
      <Facts
        rows={[
          ['Id', <Copyable key="id" value={subOrganizationId} label="organization id" />],
          ['Sign-in link', <Copyable key="link" value={link} label="sign-in link" />],
          wallet && [
            'Addresses',
            wallet.addresses.map((address) => <Copyable key={address} value={address} label="address" />),
          ],
        ]}
      />
    </Notice>
  );
}

function FilterForm({ onFilter }: { readonly onFilter: (filter: Filter) => void }) {
  const [{ type, value }, setDraft] = useState<Filter>(noFilter);
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        onFilter({ type, value: value.trim() });
      }}
    >
      <Choice
        label="Find by"
        value={type}
        options={filterTypes}
        onChange={(changed) => {
          setDraft({ type: changed, value });
          if (changed === '') onFilter(noFilter);
        }}
      />
      {type && (
        <>
          <Field
            label={filterTypes.find(([each]) => each === type)?.[1] ?? ''}
            value={value}
            onInput={(changed) => setDraft({ type, value: changed })}
            isRequired
          />
          <button type="submit">Find</button>
        </>
      )}
    </form>
  );
}
