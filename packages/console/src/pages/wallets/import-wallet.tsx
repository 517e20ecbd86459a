import type { components } from '@mintmark/client';
import { importWallet } from '@mintmark/client/movements';
import { useState } from 'preact/hooks';
import { useMovement } from '../../data/use-movement.ts';
import { go, linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { MovementNotice } from '../../ui/movement-notice.tsx';
import { useSignerKey } from '../../ui/signer-key-field.tsx';
import { AccountFields } from './account-fields.tsx';
import { accountOf, presets } from './account-presets.ts';

type Schemas = components['schemas'];

/** Imports a mnemonic. It is sealed in the page, for the service alone. */
export function ImportWalletDialog({ onClose }: { readonly onClose: () => void }) {
  const { userId, shownOrganizationId } = useSession();
  const { signerPublicKey, field } = useSignerKey();
  const [walletName, setWalletName] = useState('');
  const [mnemonic, setMnemonic] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [accounts, setAccounts] = useState<readonly Schemas['WalletAccountParams'][]>(
    presets.slice(0, 1).map((preset) => accountOf(preset, 0)),
  );
  const movement = useMovement<Schemas['ImportWalletResult']>();
  return (
    <Dialog title="Import a wallet" isBusy={movement.isBusy} onClose={onClose}>
      <form
        onSubmit={async (event) => {
          event.preventDefault();
          const words = mnemonic.trim().split(/\s+/).join(' ');
          const input = { userId, walletName, mnemonic: words, passphrase, accounts: [...accounts] };
          await movement.move(async (client, resume) => {
            const result = await importWallet(client, input, { signerPublicKey, resume });
            setMnemonic('');
            setPassphrase('');
            onClose();
            go(linkTo(shownOrganizationId, 'wallets', result.walletId));
            return result;
          });
        }}
      >
        {/* What was sealed is sent again: it cannot be changed any more. */}
        <fieldset class="plain" disabled={movement.isBusy || movement.isUnfinished}>
          <Field label="Name" value={walletName} onInput={setWalletName} isRequired max={256} />
          <Field
            label="Mnemonic"
            type="password"
            value={mnemonic}
            onInput={setMnemonic}
            isRequired
            isCode
            hint="12 to 24 words. They are sealed in this page, and only the service can open them."
          />
          <Field
            label="Passphrase"
            type="password"
            value={passphrase}
            onInput={setPassphrase}
            hint="Only if the mnemonic has one: with another passphrase, the same words are another wallet."
          />
          {field}
          <AccountFields accounts={accounts} taken={[]} onChange={setAccounts} />
        </fieldset>
        <MovementNotice of={movement} />
        <button type="submit" class="main" disabled={movement.isBusy}>
          {movement.isUnfinished ? 'Continue' : 'Import'}
        </button>
      </form>
    </Dialog>
  );
}
