import type { components } from '@mintmark/client';
import { importPrivateKey } from '@mintmark/client/movements';
import { decodeHex } from '@mintmark/stamper/encoding';
import { useState } from 'preact/hooks';
import { useMovement } from '../../data/use-movement.ts';
import { useSession } from '../../session/session-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { MovementNotice } from '../../ui/movement-notice.tsx';
import { useSignerKey } from '../../ui/signer-key-field.tsx';
import { defaultKey, KeyFields } from './key-fields.tsx';

/** Imports a key. It is sealed in the page, for the service alone. */
export function ImportPrivateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { userId } = useSession();
  const { signerPublicKey, field } = useSignerKey();
  const [facts, setFacts] = useState(defaultKey);
  const [hex, setHex] = useState('');
  const movement = useMovement<components['schemas']['ImportPrivateKeyResult']>();
  return (
    <Dialog title="Import a private key" isBusy={movement.isBusy} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void movement.move(async (client, resume) => {
            const privateKey = readKey(hex);
            const input = { ...facts, addressFormats: [...facts.addressFormats], userId, privateKey };
            const result = await importPrivateKey(client, input, { signerPublicKey, resume });
            privateKey.fill(0);
            setHex('');
            onClose();
            return result;
          });
        }}
      >
        {/* What was sealed is sent again: it cannot be changed any more. */}
        <fieldset class="plain" disabled={movement.isBusy || movement.isUnfinished}>
          <KeyFields facts={facts} onChange={setFacts} />
          <Field
            label="Private key"
            type="password"
            value={hex}
            onInput={setHex}
            isRequired
            isCode
            hint="32 bytes in hex. They are sealed in this page, and only the service can open them."
          />
          {field}
        </fieldset>
        <MovementNotice of={movement} />
        <button type="submit" class="main" disabled={movement.isBusy}>
          {movement.isUnfinished ? 'Continue' : 'Import'}
        </button>
      </form>
    </Dialog>
  );
}

/** The bytes of a key. The error quotes nothing of it. */
function readKey(hex: string): Uint8Array {
  const digits = hex.trim().replace(/^0x/i, '').toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(digits)) throw new Error('A private key has 64 hex digits.');
  return decodeHex(digits, 'privateKey');
}
