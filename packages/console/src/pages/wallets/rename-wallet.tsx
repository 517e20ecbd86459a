import type { components } from '@mintmark/client';
import { useState } from 'preact/hooks';
import { useChange } from '../../data/use-change.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { OutcomeNotice } from '../../ui/outcome-notice.tsx';

type Schemas = components['schemas'];

interface RenameWalletDialogProps {
  readonly wallet: Schemas['Wallet'];
  readonly onClose: () => void;
}

export function RenameWalletDialog({ wallet: { walletId, walletName: before }, onClose }: RenameWalletDialogProps) {
  const [walletName, setWalletName] = useState(before);
  const change = useChange<Schemas['UpdateWalletResult']>(onClose);
  return (
    <Dialog title="Rename the wallet" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void change.submit((client) => client.updateWallet({ walletId, walletName }));
        }}
      >
        <Field label="Name" value={walletName} onInput={setWalletName} isRequired most={256} />
        <OutcomeNotice of={change} />
        <button type="submit" class="main" disabled={change.submission.state === 'busy'}>
          Rename
        </button>
      </form>
    </Dialog>
  );
}
