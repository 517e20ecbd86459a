import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Field } from './field.tsx';

interface DialogProps {
  readonly title: string;
  /** Whether something was sent and not answered yet. Closing would not stop it, so the dialog stays. */
  readonly isBusy?: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog. Escape closes it, and the focus goes back to where it was. */
export function Dialog({ title, isBusy = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  latest.current = isBusy ? () => dialog.current?.showModal() : onClose;
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // The event comes late: from a dialog that is gone, it would close the next one.
    const closed = new AbortController();
    element.addEventListener('close', () => latest.current(), { signal: closed.signal });
    element.showModal();
    return () => {
      closed.abort();
      element.close();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet" onClick={onClose} disabled={isBusy} aria-label="Close">
          ✕
        </button>
      </header>
      {children}
    </dialog>
  );
}

interface DangerProps {
  readonly title: string;
  /** What will happen. */
  readonly children: ComponentChildren;
  /** What the user has to type, so that nothing is lost by a slip. */
  readonly name: string;
  readonly action: string;
  readonly canConfirm: boolean;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before a dangerous action: says what will happen, and asks for the name. */
export function DangerDialog({ title, children, name, action, canConfirm, isBusy, onConfirm, onClose }: DangerProps) {
  const [typed, setTyped] = useState('');
  return (
    <Dialog title={title} isBusy={isBusy} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === name) onConfirm();
        }}
      >
        {children}
        <p>
          Type <code class="name">{name}</code> to continue.
        </p>
        <Field label="Name" value={typed} onInput={setTyped} />
        <div class="actions">
          <button type="submit" class="danger" disabled={typed !== name || !canConfirm}>
            {action}
          </button>
          <button type="button" onClick={onClose} disabled={isBusy}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
