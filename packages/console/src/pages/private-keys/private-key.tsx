import { exportPrivateKey } from '@mintmark/client/movements';
import { encodeHex } from '@mintmark/stamper/encoding';
import { useState } from 'preact/hooks';
import { useQuery } from '../../data/use-query.ts';
import { go, linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { DeleteSecretButton } from '../../ui/delete-secret-button.tsx';
import { ExportDialog } from '../../ui/export-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { QueryNotice } from '../../ui/query-notice.tsx';
import { Time } from '../../ui/time.tsx';
import { enumWords } from '../../words/activity-words.ts';
import { notesOf } from '../../words/secret-notes.ts';

/** One private key with its addresses. */
export function PrivateKeyPage({ privateKeyId }: { readonly privateKeyId: string }) {
  const { canChange, shownOrganizationId } = useSession();
  const [isExporting, setIsExporting] = useState(false);
  const key = useQuery(
    async (client, signal) => (await client.getPrivateKey({ privateKeyId }, { signal })).privateKey,
    [privateKeyId],
  );
  const close = () => {
    setIsExporting(false);
    key.reload();
  };
  const { data } = key;
  const actions = canChange && data && (
    <>
      <button type="button" onClick={() => setIsExporting(true)}>
        Export
      </button>
      <DeleteSecretButton
        what="private key"
        name={data.privateKeyName}
        exported={data.exported}
        work={(client, options) => client.deletePrivateKeys({ privateKeyIds: [privateKeyId], ...options })}
        onCompleted={() => go(linkTo(shownOrganizationId, 'private-keys'))}
      >
        <p>The key is destroyed in the service. This cannot be undone.</p>
      </DeleteSecretButton>
    </>
  );
  return (
    <Page title={data?.privateKeyName ?? 'Private key'} actions={actions}>
      <QueryNotice of={key} />
      {data && (
        <>
          <Facts
            rows={[
              ['Id', <Copyable key="id" value={privateKeyId} label="private key id" />],
              ['Curve', enumWords(data.curve, 'CURVE_')],
              ['Public key', <Copyable key="public" value={data.publicKey} label="public key" />],
              ['Created', <Time key="created" at={data.createdAt} />],
              ['Notes', notesOf(data.exported, data.imported)],
            ]}
          />
          <Section title="Addresses">
            {data.addresses.length === 0 && <p class="empty">This key was created without an address format.</p>}
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
      {isExporting && (
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
          <p>Anyone who has the exported key can sign with it, without the service and its policies.</p>
        </ExportDialog>
      )}
    </Page>
  );
}
