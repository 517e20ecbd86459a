import type { components } from '@mintmark/client';
import { useState } from 'preact/hooks';
import { useQuery } from '../../data/use-query.ts';
import { linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { type Column, WholeList } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { notesOf } from '../../words/secret-notes.ts';
import type { PageProps } from '../page-props.ts';
import { CreateWalletDialog } from './create-wallet.tsx';
import { ImportWalletDialog } from './import-wallet.tsx';
import { WalletPage } from './wallet.tsx';

type Wallet = components['schemas']['Wallet'];

/** All wallets, or one of them. */
export const Wallets = ({ id }: PageProps) => (id === undefined ? <WalletList /> : <WalletPage walletId={id} />);

const columnsOf = (organizationId: string): readonly Column<Wallet>[] => [
  {
    title: 'Name',
    cell: ({ walletId, walletName }) => (
      <a class="name" href={linkTo(organizationId, 'wallets', walletId)}>
        {walletName}
      </a>
    ),
  },
  { title: 'Id', cell: ({ walletId }) => <Copyable value={walletId} label="wallet id" isShort />, isMinor: true },
  { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'Notes', cell: ({ exported, imported }) => notesOf(exported, imported) },
];

function WalletList() {
  const { shownOrganizationId, canChange } = useSession();
  const [dialog, setDialog] = useState<'create' | 'import'>();
  const wallets = useQuery(async (client, signal) => (await client.listWallets({}, { signal })).wallets, []);
  const close = () => {
    setDialog(undefined);
    wallets.reload();
  };
  const actions = canChange && (
    <>
      <button type="button" class="main" onClick={() => setDialog('create')}>
        Create a wallet
      </button>
      <button type="button" onClick={() => setDialog('import')}>
        Import a wallet
      </button>
    </>
  );
  return (
    <Page title="Wallets" actions={actions}>
      <WholeList
        of={wallets}
        label="Wallets"
        columns={columnsOf(shownOrganizationId)}
        keyOf={({ walletId }) => walletId}
        empty="No wallet yet. Create one, or import the words of one that you have."
      />
      {dialog === 'create' && <CreateWalletDialog onClose={close} />}
      {dialog === 'import' && <ImportWalletDialog onClose={close} />}
    </Page>
  );
}
