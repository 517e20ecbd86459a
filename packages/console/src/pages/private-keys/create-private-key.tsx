import type { components } from '@mintmark/client';
import { useState } from 'preact/hooks';
import { useChange } from '../../data/use-change.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { OutcomeNotice } from '../../ui/outcome-notice.tsx';
import { KeyFields, usualKey } from './key-fields.tsx';

export function CreatePrivateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [facts, setFacts] = useState(usualKey);
  const change = useChange<components['schemas']['CreatePrivateKeysResultV2']>(onClose);
  return (
    <Dialog title="Create a private key" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const key = { ...facts, addressFormats: [...facts.addressFormats], privateKeyTags: [] };
          void change.submit((client) => client.createPrivateKeys({ privateKeys: [key] }));
        }}
      >
        <KeyFields facts={facts} onChange={setFacts} />
        <OutcomeNotice of={change} />
        <button type="submit" class="main" disabled={change.submission.state === 'busy'}>
          Create
        </button>
      </form>
    </Dialog>
  );
}
