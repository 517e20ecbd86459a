import type { components } from '@mintmark/client';
import { useState } from 'preact/hooks';
import { useChange } from '../../data/use-change.ts';
import { ChangeDialog } from '../../ui/change.tsx';
import { Field } from '../../ui/field.tsx';

type Schemas = components['schemas'];

interface RenameWalletDialogProps {
  readonly wallet: Schemas['Wallet'];
  readonly onClose: () => void;
}

export function RenameWalletDialog({ wallet: { walletId, walletName: before }, onClose }: RenameWalletDialogProps) {
  const [walletName, setWalletName] = useState(before);
  const change = useChange<Schemas['UpdateWalletResult']>(onClose);
  return (
    <ChangeDialog
      title="Rename the wallet"
      action="Rename"
      of={change}
      onClose={onClose}
      onSubmit={() => {
        void change.submit((client) => client.updateWallet({ walletId, walletName }));
      }}
    >
      <Field label="Name" value={walletName} onInput={setWalletName} isRequired max={256} />
    </ChangeDialog>
  );
}
