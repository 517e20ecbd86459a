import type { Client, Outcome } from '@mintmark/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useChange } from '../data/use-change.ts';
import type { Submit } from '../data/use-submit.ts';
import { DangerDialog, Dialog } from './dialog.tsx';
import { OutcomeNotice } from './outcome-notice.tsx';

interface ChangeDialogProps {
  readonly title: string;
  readonly of: Omit<Submit<unknown>, 'submit'>;
  /** The words of the button. */
  readonly action: string;
  readonly onSubmit: () => void;
  /** Whether what was typed can be sent. */
  readonly isReady?: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialog with a form that submits one activity, and says what became of it. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { title, of, action, onSubmit, isReady = true, onClose, children } = props;
  const isBusy = of.submission.state === 'busy';
  return (
    <Dialog {...{ title, isBusy, onClose }}>
      <form
        aria-busy={isBusy}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onSubmit();
        }}
      >
        {children}
        <OutcomeNotice of={of} />
        <div class="actions">
          {of.canSubmit || isBusy ? (
            <>
              <button type="submit" class="main" disabled={!isReady || isBusy}>
                {isBusy ? 'Sending…' : action}
              </button>
              <button type="button" onClick={onClose} disabled={isBusy}>
                Cancel
              </button>
            </>
          ) : (
            <button type="button" onClick={onClose}>
              Close
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

interface ActionProps<Result> {
  readonly label: string;
  readonly work: (client: Client) => Promise<Outcome<Result>>;
  readonly onCompleted: (result: Result) => void;
}

/** A button that submits one activity, with what became of it. */
export function ActionButton<Result>({ label, work, onCompleted }: ActionProps<Result>) {
  const change = useChange<Result>(onCompleted);
  return (
    <>
      <button type="button" disabled={!change.canSubmit} onClick={() => void change.submit(work)}>
        {label}
      </button>
      <OutcomeNotice of={change} />
    </>
  );
}

interface DangerButtonProps<Result> extends ActionProps<Result> {
  readonly title: string;
  /** What the user has to type. */
  readonly name: string;
  /** What will happen. */
  readonly children: ComponentChildren;
  /** What screen readers say of the button, where its words alone do not say what it deletes. */
  readonly ariaLabel?: string;
}

/** A button for a dangerous change: it says what will happen, asks for the name, and says what became of it. */
export function DangerButton<Result>({ title, name, children, ariaLabel, ...action }: DangerButtonProps<Result>) {
  const [isOpen, setIsOpen] = useState(false);
  const change = useChange<Result>((result) => {
    setIsOpen(false);
    action.onCompleted(result);
  });
  const confirm = async () => {
    const outcome = await change.submit(action.work);
    if (outcome) setIsOpen(false);
  };
  return (
    <>
      <button type="button" aria-label={ariaLabel} disabled={!change.canSubmit} onClick={() => setIsOpen(true)}>
        {action.label}
      </button>
      {isOpen ? (
        <DangerDialog
          title={title}
          name={name}
          action={action.label.replace('…', '')}
          canConfirm={change.canSubmit}
          isBusy={change.submission.state === 'busy'}
          onConfirm={() => void confirm()}
          onClose={() => setIsOpen(false)}
        >
          {children}
          <OutcomeNotice of={change} />
        </DangerDialog>
      ) : (
        <OutcomeNotice of={change} />
      )}
    </>
  );
}
