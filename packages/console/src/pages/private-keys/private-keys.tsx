import type { components } from '@mintmark/client';
import { useState } from 'preact/hooks';
import { useQuery } from '../../data/use-query.ts';
import { linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { type Column, WholeList } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { enumWords } from '../../words/activity-words.ts';
import { notesOf } from '../../words/secret-notes.ts';
import type { PageProps } from '../page-props.ts';
import { CreatePrivateKeyDialog } from './create-private-key.tsx';
import { ImportPrivateKeyDialog } from './import-private-key.tsx';
import { PrivateKeyPage } from './private-key.tsx';

type PrivateKey = components['schemas']['PrivateKey'];

/** All private keys, or one of them. */
export const PrivateKeys = ({ id }: PageProps) =>
  id === undefined ? <PrivateKeyList /> : <PrivateKeyPage privateKeyId={id} />;

const columnsOf = (organizationId: string): readonly Column<PrivateKey>[] => [
  {
    title: 'Name',
    cell: ({ privateKeyId, privateKeyName }) => (
      <a class="name" href={linkTo(organizationId, 'private-keys', privateKeyId)}>
        {privateKeyName}
      </a>
    ),
  },
  { title: 'Curve', cell: ({ curve }) => enumWords(curve, 'CURVE_'), isMinor: true },
  {
    title: 'Addresses',
    cell: ({ addresses }) =>
      addresses.length === 0
        ? '–'
        : addresses.map(({ address = '' }) => <Copyable key={address} value={address} label="address" isShort />),
  },
  { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, isMinor: true },
  { title: 'Notes', cell: ({ exported, imported }) => notesOf(exported, imported) },
];

function PrivateKeyList() {
  const { shownOrganizationId, canChange } = useSession();
  const [dialog, setDialog] = useState<'create' | 'import'>();
  const keys = useQuery(async (client, signal) => (await client.listPrivateKeys({}, { signal })).privateKeys, []);
  const close = () => {
    setDialog(undefined);
    keys.reload();
  };
  const actions = canChange && (
    <>
      <button type="button" class="main" onClick={() => setDialog('create')}>
        Create a private key
      </button>
      <button type="button" onClick={() => setDialog('import')}>
        Import a private key
      </button>
    </>
  );
  return (
    <Page title="Private keys" actions={actions}>
      <WholeList
        of={keys}
        label="Private keys"
        columns={columnsOf(shownOrganizationId)}
        keyOf={({ privateKeyId }) => privateKeyId}
        empty="No private key yet. A wallet derives many addresses from one secret; a private key is a single secret."
      />
      {dialog === 'create' && <CreatePrivateKeyDialog onClose={close} />}
      {dialog === 'import' && <ImportPrivateKeyDialog onClose={close} />}
    </Page>
  );
}
