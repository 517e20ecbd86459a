import type { Client } from '@mintmark/client';
import type { MovementOptions } from '@mintmark/client/movements';
import type { ComponentChildren } from 'preact';
import { useMovement } from '../data/use-movement.ts';
import { Dialog } from './dialog.tsx';
import { MovementNotice } from './movement-notice.tsx';
import { Notice } from './notice.tsx';
import { Secret } from './secret.tsx';
import { useSignerKey } from './signer-key-field.tsx';

interface ExportDialogProps {
  readonly title: string;
  /** What the exported secret can do. */
  readonly children: ComponentChildren;
  /** Exports and opens. Answers the secrets by what they are. */
  readonly work: (client: Client, options: MovementOptions) => Promise<Readonly<Record<string, string>>>;
  readonly onClose: () => void;
}

/** Exports a secret to a key of this page, which is gone with the dialog. */
export function ExportDialog({ title, children, work, onClose }: ExportDialogProps) {
  const { signerPublicKey, field } = useSignerKey();
  const movement = useMovement<Readonly<Record<string, string>>>();
  const { result, isBusy, isUnfinished } = movement;
  return (
    <Dialog {...{ title, isBusy, onClose }}>
      {result ? (
        <>
          {Object.entries(result).map(([label, value]) => (
            <Secret key={label} label={label} value={value} />
          ))}
          <Notice kind="warning">
            Anyone who has it can use it without the service. It disappears when you close this dialog.
          </Notice>
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void movement.move((client, resume) => work(client, { signerPublicKey, resume }));
          }}
        >
          {children}
          {field}
          <MovementNotice of={movement} />
          <div class="actions">
            <button type="submit" class="danger" disabled={isBusy}>
              {isUnfinished ? 'Continue' : 'Export'}
            </button>
            <button type="button" onClick={onClose} disabled={isBusy}>
              Cancel
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
