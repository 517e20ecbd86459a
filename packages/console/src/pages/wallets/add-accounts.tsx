import type { components } from '@mintmark/client';
import { useState } from 'preact/hooks';
import { useChange } from '../../data/use-change.ts';
import { ChangeDialog } from '../../ui/change.tsx';
import { AccountFields } from './account-fields.tsx';

type Schemas = components['schemas'];

interface AddAccountsDialogProps {
  readonly walletId: string;
  readonly taken: readonly Schemas['WalletAccount'][];
  readonly onClose: () => void;
}

export function AddAccountsDialog({ walletId, taken, onClose }: AddAccountsDialogProps) {
  const [accounts, setAccounts] = useState<readonly Schemas['WalletAccountParams'][]>([]);
  const change = useChange<Schemas['CreateWalletAccountsResult']>(onClose);
  return (
    <ChangeDialog
      title="Add accounts"
      action="Add"
      of={change}
      isReady={accounts.length > 0}
      onClose={onClose}
      onSubmit={() => {
        const input = { walletId, accounts: [...accounts] };
        void change.submit((client) => client.createWalletAccounts(input));
      }}
    >
      <AccountFields accounts={accounts} taken={taken} onChange={setAccounts} />
    </ChangeDialog>
  );
}
