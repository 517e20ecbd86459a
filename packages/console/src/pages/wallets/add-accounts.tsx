import type { components } from '@mintmark/client';
import { useState } from 'preact/hooks';
import { useChange } from '../../data/use-change.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { OutcomeNotice } from '../../ui/outcome-notice.tsx';
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
    <Dialog title="Add accounts" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const input = { walletId, accounts: [...accounts] };
          void change.submit((client) => client.createWalletAccounts(input));
        }}
      >
        <AccountFields accounts={accounts} taken={taken} onChange={setAccounts} />
        <OutcomeNotice of={change} />
        <button type="submit" class="main" disabled={accounts.length === 0 || change.submission.state === 'busy'}>
          Add
        </button>
      </form>
    </Dialog>
  );
}
