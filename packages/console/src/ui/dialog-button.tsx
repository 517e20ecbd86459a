import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface DialogButtonProps {
  readonly label: string;
  /** Whether it is the first thing to do on its page. */
  readonly isMain?: boolean;
  /** Draws the dialog. */
  readonly children: (close: () => void) => ComponentChildren;
}

/** A button that opens a dialog. */
export function DialogButton({ label, isMain = false, children }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" class={isMain ? 'main' : undefined} onClick={() => setIsOpen(true)}>
        {label}
      </button>
      {isOpen && children(() => setIsOpen(false))}
    </>
  );
}
