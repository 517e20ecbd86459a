import type { components } from '@mintmark/client';
import { exportWallet, exportWalletAccount } from '@mintmark/client/movements';
import { encodeHex } from '@mintmark/stamper/encoding';
import { useMemo, useState } from 'preact/hooks';
import { usePages } from '../../data/use-pages.ts';
import { useQuery } from '../../data/use-query.ts';
import { go, linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { DeleteSecretButton } from '../../ui/delete-secret-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ExportDialog } from '../../ui/export-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { type Column, PagedList } from '../../ui/list.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { QueryNotice } from '../../ui/query-notice.tsx';
import { Time } from '../../ui/time.tsx';
import { enumWords } from '../../words/activity-words.ts';
import { notesOf } from '../../words/secret-notes.ts';
import { AddAccountsDialog } from './add-accounts.tsx';
import { RenameWalletDialog } from './rename-wallet.tsx';

type Account = components['schemas']['WalletAccount'];
type Shown = 'add' | 'rename' | 'export' | { readonly qr: Account } | { readonly key: Account };

/** One wallet with its accounts. */
export function WalletPage({ walletId }: { readonly walletId: string }) {
  const { canChange, shownOrganizationId } = useSession();
  const [shown, setShown] = useState<Shown>();
  const wallet = useQuery(
    async (client, signal) => (await client.getWallet({ walletId }, { signal })).wallet,
    [walletId],
  );
  const accounts = usePages<Account>(
    {
      load: async (client, after, signal) => {
        const paginationOptions = { limit: '100', ...(after !== undefined && { after }) };
        return (await client.listWalletAccounts({ walletId, paginationOptions }, { signal })).accounts;
      },
      cursorOf: ({ walletAccountId }) => walletAccountId,
    },
    [walletId],
  );
  const columns = useMemo(() => columnsOf(canChange, setShown), [canChange]);
  const close = () => {
    setShown(undefined);
    wallet.reload();
    accounts.reload();
  };
  const { data } = wallet;
  const actions = canChange && data && (
    <>
      <button type="button" class="main" onClick={() => setShown('add')}>
        Add accounts
      </button>
      <button type="button" onClick={() => setShown('rename')}>
        Rename
      </button>
      <button type="button" onClick={() => setShown('export')}>
        Export
      </button>
      <DeleteSecretButton
        what="wallet"
        name={data.walletName}
        exported={data.exported}
        work={(client, options) => client.deleteWallets({ walletIds: [walletId], ...options })}
        onCompleted={() => go(linkTo(shownOrganizationId, 'wallets'))}
      >
        <p>Its mnemonic, all of its accounts and their keys are destroyed in the service. This cannot be undone.</p>
      </DeleteSecretButton>
    </>
  );
  return (
    <Page title={data?.walletName ?? 'Wallet'} actions={actions}>
      <QueryNotice of={wallet} />
      {data && (
        <Facts
          rows={[
            ['Id', <Copyable key="id" value={walletId} label="wallet id" />],
            ['Created', <Time key="created" at={data.createdAt} />],
            ['Notes', notesOf(data.exported, data.imported)],
          ]}
        />
      )}
      <Section title="Accounts">
        <PagedList
          of={accounts}
          label="Accounts"
          columns={columns}
          keyOf={({ walletAccountId }) => walletAccountId}
          empty="No account yet. Add one to get an address."
        />
      </Section>
      {shown === 'add' && <AddAccountsDialog walletId={walletId} taken={accounts.pages.flat()} onClose={close} />}
      {shown === 'rename' && data && <RenameWalletDialog wallet={data} onClose={close} />}
      {shown === 'export' && (
        <ExportDialog
          title="Export the wallet"
          onClose={close}
          work={async (client, options) => {
            const { mnemonic, passphrase } = await exportWallet(client, { walletId }, options);
            return { mnemonic, ...(passphrase !== undefined && { passphrase }) };
          }}
        >
          <p>The mnemonic of this wallet is the secret of all of its accounts, including those added later.</p>
        </ExportDialog>
      )}
      {typeof shown === 'object' && 'key' in shown && (
        <ExportDialog
          title="Export the key of an account"
          onClose={close}
          work={async (client, options) => {
            const key = await exportWalletAccount(client, { address: shown.key.address }, options);
            const hex = encodeHex(key);
            key.fill(0);
            return { 'private key': hex };
          }}
        >
          <p>
            The private key of <code>{shown.key.address}</code>.
          </p>
        </ExportDialog>
      )}
      {typeof shown === 'object' && 'qr' in shown && (
        <Dialog title="Address" onClose={() => setShown(undefined)}>
          <QrCode text={shown.qr.address} label={`QR code of ${shown.qr.address}`} />
          <Copyable value={shown.qr.address} label="address" />
        </Dialog>
      )}
    </Page>
  );
}

const columnsOf = (canChange: boolean, show: (shown: Shown) => void): readonly Column<Account>[] => [
  { title: 'Address', cell: ({ address }) => <Copyable value={address} label="address" /> },
  { title: 'Format', cell: ({ addressFormat }) => enumWords(addressFormat, 'ADDRESS_FORMAT_') },
  { title: 'Path', cell: ({ path }) => <code>{path}</code>, isMinor: true },
  { title: 'Name', cell: ({ name }) => name ?? '–', isMinor: true },
  {
    title: 'Actions',
    cell: (account) => (
      <div class="actions">
        <button
          type="button"
          class="quiet"
          aria-label={`QR code of ${account.address}`}
          onClick={() => show({ qr: account })}
        >
          QR code
        </button>
        {canChange && (
          <button
            type="button"
            class="quiet"
            aria-label={`Export the key of ${account.address}`}
            onClick={() => show({ key: account })}
          >
            Export
          </button>
        )}
      </div>
    ),
  },
];
