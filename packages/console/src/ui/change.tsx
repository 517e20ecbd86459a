import type { Client, Outcome } from '@mintmark/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useChange } from '../data/use-change.ts';
import type { Submit } from '../data/use-submit.ts';
import { DangerDialog, Dialog } from './dialog.tsx';
import { OutcomeNotice } from './outcome-notice.tsx';

/** Whether the activity exists and may still happen. Submitting the same again would make a second one. */
const isWaiting = ({ submission }: Pick<Submit<unknown>, 'submission'>) =>
  submission.state === 'done' && ['consensusNeeded', 'pending'].includes(submission.outcome.status);

interface ChangeFormProps {
  readonly of: Omit<Submit<unknown>, 'submit'>;
  /** The words of the button. */
  readonly action: string;
  readonly onSubmit: () => void;
  /** Whether what was typed can be sent. */
  readonly isReady?: boolean;
  /** What to say of a completed change. */
  readonly completed?: string;
  readonly onClose?: () => void;
  readonly children: ComponentChildren;
}

/** A form that submits one activity and says what became of it. */
function ChangeForm({ of, action, onSubmit, isReady = true, completed, onClose, children }: ChangeFormProps) {
  const isBusy = of.submission.state === 'busy';
  return (
    <form
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy && !isWaiting(of)) onSubmit();
      }}
    >
      {children}
      <OutcomeNotice of={of} {...(completed !== undefined && { completed })} />
      <div class="actions">
        {isWaiting(of) ? (
          <button type="button" onClick={onClose ?? of.clear}>
            Close
          </button>
        ) : (
          <>
            <button type="submit" class="main" disabled={!isReady || isBusy}>
              {isBusy ? 'Sending…' : action}
            </button>
            {onClose && (
              <button type="button" onClick={onClose}>
                Cancel
              </button>
            )}
          </>
        )}
      </div>
    </form>
  );
}

interface ChangeDialogProps extends ChangeFormProps {
  readonly title: string;
  readonly onClose: () => void;
}

/** A dialog with a form that submits one activity. */
export const ChangeDialog = ({ title, ...form }: ChangeDialogProps) => (
  <Dialog title={title} onClose={form.onClose}>
    <ChangeForm {...form} />
  </Dialog>
);

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
      {!isWaiting(change) && (
        <button
          type="button"
          disabled={change.submission.state === 'busy'}
          onClick={() => void change.submit((client) => work(client))}
        >
          {label}
        </button>
      )}
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
    const outcome = await change.submit((client) => action.work(client));
    if (outcome) setIsOpen(false);
  };
  return (
    <>
      {!isWaiting(change) && (
        <button
          type="button"
          aria-label={ariaLabel}
          onClick={() => {
            change.clear();
            setIsOpen(true);
          }}
        >
          {action.label}
        </button>
      )}
      {isOpen ? (
        <DangerDialog
          title={title}
          name={name}
          action={action.label.replace('…', '')}
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
