import type { components } from '@mintmark/client';
import { useState } from 'preact/hooks';
import { useChange } from '../../data/use-change.ts';
import { ChangeDialog } from '../../ui/change.tsx';
import { defaultKey, KeyFields } from './key-fields.tsx';

export function CreatePrivateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [facts, setFacts] = useState(defaultKey);
  const change = useChange<components['schemas']['CreatePrivateKeysResultV2']>(onClose);
  return (
    <ChangeDialog
      title="Create a private key"
      action="Create"
      of={change}
      onClose={onClose}
      onSubmit={() => {
        const key = { ...facts, addressFormats: [...facts.addressFormats], privateKeyTags: [] };
        void change.submit((client) => client.createPrivateKeys({ privateKeys: [key] }));
      }}
    >
      <KeyFields facts={facts} onChange={setFacts} />
    </ChangeDialog>
  );
}
