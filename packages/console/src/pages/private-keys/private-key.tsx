import type { components } from '@mintmark/client';
import { exportPrivateKey } from '@mintmark/client/movements';
import { encodeHex } from '@mintmark/stamper/encoding';
import { useState } from 'preact/hooks';
import { useChange } from '../../data/use-change.ts';
import { useQuery } from '../../data/use-query.ts';
import { go, linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { DangerDialog } from '../../ui/dialog.tsx';
import { ExportDialog } from '../../ui/export-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Check } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { OutcomeNotice } from '../../ui/outcome-notice.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Time } from '../../ui/time.tsx';
import { enumWords } from '../../words/activity-words.ts';
import { notesOf } from '../wallets/wallets.tsx';

type PrivateKey = components['schemas']['PrivateKey'];

/** One private key with its addresses. */
export function PrivateKeyPage({ privateKeyId }: { readonly privateKeyId: string }) {
  const { canChange } = useSession();
  const [dialog, setDialog] = useState<'export' | 'delete'>();
  const key = useQuery(
    async (client, signal) => (await client.getPrivateKey({ privateKeyId }, { signal })).privateKey,
    [privateKeyId],
  );
  const close = () => {
    setDialog(undefined);
    key.reload();
  };
  const { data } = key;
  const actions = canChange && data && (
    <>
      <button type="button" onClick={() => setDialog('export')}>
        Export
      </button>
      <button type="button" class="danger" onClick={() => setDialog('delete')}>
        Delete
      </button>
    </>
  );
  return (
    <Page title={data?.privateKeyName ?? 'Private key'} actions={actions}>
      <FailureNotice failure={key.failure} onRetry={key.reload} />
      {data && (
        <>
          <Facts
            rows={[
              ['Id', <Copyable key="id" value={privateKeyId} label="private key id" />],
              ['Curve', enumWords(data.curve, 'CURVE_')],
              ['Public key', <Copyable key="public" value={data.publicKey} label="public key" />],
              ['Made', <Time key="made" at={data.createdAt} />],
              ['Notes', notesOf(data.exported, data.imported)],
            ]}
          />
          <Section title="Addresses">
            {data.addresses.length === 0 && <p class="empty">This key was made without an address format.</p>}
            {data.addresses.map(({ address = '', format = '' }) => (
              <details key={`${format} ${address}`}>
                <summary>
                  {enumWords(format, 'ADDRESS_FORMAT_')}: <code>{address}</code>
                </summary>
                <QrCode text={address} label={`QR code of ${address}`} />
                <Copyable value={address} label="address" />
              </details>
            ))}
          </Section>
        </>
      )}
      {dialog === 'export' && (
        <ExportDialog
          title="Export the private key"
          onClose={close}
          work={async (client, options) => {
            const exported = await exportPrivateKey(client, { privateKeyId }, options);
            const hex = encodeHex(exported);
            exported.fill(0);
            return { 'private key': hex };
          }}
        >
          <p>Whoever has the exported key can sign with it, without the service and its policies.</p>
        </ExportDialog>
      )}
      {dialog === 'delete' && data && <DeleteDialog privateKey={data} onClose={close} />}
    </Page>
  );
}

interface DeleteDialogProps {
  readonly privateKey: PrivateKey;
  readonly onClose: () => void;
}

function DeleteDialog({ privateKey: { privateKeyId, privateKeyName, exported }, onClose }: DeleteDialogProps) {
  const { shownOrganizationId } = useSession();
  const [isForced, setIsForced] = useState(false);
  const change = useChange(() => go(linkTo(shownOrganizationId, 'private-keys')));
  return (
    <DangerDialog
      title="Delete the private key"
      name={privateKeyName}
      action="Delete the private key"
      onClose={onClose}
      onConfirm={() => {
        const input = { privateKeyIds: [privateKeyId], ...(isForced && { deleteWithoutExport: true }) };
        void change.submit((client) => client.deletePrivateKeys(input));
      }}
    >
      <p>The key is destroyed in the service. This cannot be undone.</p>
      {!exported && (
        <Check
          label="Delete it although it was never exported: what its addresses hold is lost for good"
          isOn={isForced}
          onChange={setIsForced}
        />
      )}
      <OutcomeNotice of={change} />
    </DangerDialog>
  );
}
