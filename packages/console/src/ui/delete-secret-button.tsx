import type { Client, Outcome } from '@mintmark/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { DangerButton } from './change.tsx';
import { Check } from './field.tsx';

interface DeleteSecretButtonProps<Result> {
  readonly what: 'wallet' | 'private key';
  readonly name: string;
  readonly exported: boolean;
  readonly work: (client: Client, options: { deleteWithoutExport?: true }) => Promise<Outcome<Result>>;
  readonly onCompleted: () => void;
  /** What is destroyed. */
  readonly children: ComponentChildren;
}

/** Deletes a wallet or a private key. The service refuses to destroy a secret that nobody exported, unless asked to. */
export function DeleteSecretButton<Result>({
  what,
  exported,
  work,
  children,
  ...rest
}: DeleteSecretButtonProps<Result>) {
  const [isForced, setIsForced] = useState(false);
  return (
    <DangerButton
      {...rest}
      label={`Delete the ${what}…`}
      title={`Delete the ${what}`}
      work={(client) => work(client, isForced ? { deleteWithoutExport: true } : {})}
    >
      {children}
      {!exported && (
        <Check
          label="Delete it although it was never exported: what its addresses hold is lost for good"
          isOn={isForced}
          onChange={setIsForced}
        />
      )}
    </DangerButton>
  );
}
