import type { components } from '@mintmark/client';
import { useState } from 'preact/hooks';
import { useChange } from '../../data/use-change.ts';
import { go, linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { ChangeDialog } from '../../ui/change.tsx';
import { Choice, Field } from '../../ui/field.tsx';
import { AccountFields } from './account-fields.tsx';
import { accountOf, presets } from './account-presets.ts';

type Schemas = components['schemas'];

const lengths = ['12', '15', '18', '21', '24'] as const;

export function CreateWalletDialog({ onClose }: { readonly onClose: () => void }) {
  const { shownOrganizationId } = useSession();
  const [walletName, setWalletName] = useState('');
  const [length, setLength] = useState<(typeof lengths)[number]>('12');
  const [accounts, setAccounts] = useState<readonly Schemas['WalletAccountParams'][]>(
    presets.slice(0, 1).map((preset) => accountOf(preset, 0)),
  );
  const change = useChange<Schemas['CreateWalletResult']>(({ walletId }) => {
    onClose();
    go(linkTo(shownOrganizationId, 'wallets', walletId));
  });
  return (
    <ChangeDialog
      title="Create a wallet"
      action="Create"
      of={change}
      onClose={onClose}
      onSubmit={() => {
        const input = {
          walletName,
          accounts: [...accounts],
          mnemonicLength: Number(length) as NonNullable<Schemas['CreateWalletIntent']['mnemonicLength']>,
        };
        void change.submit((client) => client.createWallet(input));
      }}
    >
      <Field label="Name" value={walletName} onInput={setWalletName} isRequired max={256} />
      <Choice
        label="Words"
        value={length}
        options={lengths.map((each) => [each, each])}
        onChange={setLength}
        hint="How many words its mnemonic has. They stay sealed in the service until someone exports them."
      />
      <AccountFields accounts={accounts} taken={[]} onChange={setAccounts} />
    </ChangeDialog>
  );
}
