import type { components } from '@mintmark/client';
import { useState } from 'preact/hooks';
import { useChange } from '../../data/use-change.ts';
import { go, linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { DangerDialog } from '../../ui/dialog.tsx';
import { Check } from '../../ui/field.tsx';
import { OutcomeNotice } from '../../ui/outcome-notice.tsx';

type Schemas = components['schemas'];

interface DeleteWalletDialogProps {
  readonly wallet: Schemas['Wallet'];
  readonly onClose: () => void;
}

export function DeleteWalletDialog({ wallet, onClose }: DeleteWalletDialogProps) {
  const { walletId, walletName, exported } = wallet;
  const { shownOrganizationId } = useSession();
  const [isForced, setIsForced] = useState(false);
  const change = useChange<Schemas['DeleteWalletsResult']>(() => go(linkTo(shownOrganizationId, 'wallets')));
  return (
    <DangerDialog
      title="Delete the wallet"
      name={walletName}
      action="Delete the wallet"
      onClose={onClose}
      onConfirm={() => {
        const input = { walletIds: [walletId], ...(isForced && { deleteWithoutExport: true }) };
        void change.submit((client) => client.deleteWallets(input));
      }}
    >
      <p>Its mnemonic, all of its accounts and their keys are destroyed in the service. This cannot be undone.</p>
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
