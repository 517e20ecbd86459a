import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface DialogButtonProps {
  readonly label: string;
  readonly onChanged: () => void;
  /** Draws the dialog. Both functions close it; one of them says that something was changed. */
  readonly children: (dialog: { readonly onClose: () => void; readonly onChanged: () => void }) => ComponentChildren;
}

/** A button that opens a dialog. */
export function DialogButton({ label, onChanged, children }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const onClose = () => setIsOpen(false);
  const change = () => {
    onClose();
    onChanged();
  };
  return (
    <div class="actions">
      <button type="button" onClick={() => setIsOpen(true)}>
        {label}
      </button>
      {isOpen && children({ onClose, onChanged: change })}
    </div>
  );
}
