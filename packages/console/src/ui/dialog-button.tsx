import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** What an open dialog gets. */
export interface OpenDialog {
  readonly onClose: () => void;
  /** Closes the dialog too. */
  readonly onChanged: () => void;
}

interface DialogButtonProps {
  readonly label: string;
  /** Whether it is the first thing to do on its page. */
  readonly isMain?: boolean;
  /** Called when the dialog has changed something. */
  readonly onChanged: () => void;
  /** Draws the dialog. */
  readonly children: (dialog: OpenDialog) => ComponentChildren;
}

/** A button that opens a dialog. */
export function DialogButton({ label, isMain = false, onChanged, children }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const onClose = () => setIsOpen(false);
  const dialog = {
    onClose,
    onChanged: () => {
      onClose();
      onChanged();
    },
  };
  return (
    <>
      <button type="button" class={isMain ? 'main' : undefined} onClick={() => setIsOpen(true)}>
        {label}
      </button>
      {isOpen && children(dialog)}
    </>
  );
}
