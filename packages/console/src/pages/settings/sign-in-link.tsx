import { useState } from 'preact/hooks';
import { readInstallation, signInLink } from '../../session/installation.ts';
import { useSession } from '../../session/session-context.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { Field } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { isOtpKey } from './otp-key.ts';

/** The link that other users of the organization sign in with. All that it holds is public. */
export function SignInLink({ authProxyConfigId }: { readonly authProxyConfigId: string | undefined }) {
  const { shownOrganizationId: organizationId } = useSession();
  const [known] = useState(() => readInstallation(new URLSearchParams()));
  const [otpKey, setOtpKey] = useState(known?.organizationId === organizationId ? (known.otpPublicKey ?? '') : '');
  const otpPublicKey = otpKey.trim().toLowerCase();
  const canMail = isOtpKey(otpPublicKey) && authProxyConfigId !== undefined;
  const link = signInLink({
    organizationId,
    // All organizations of a service have the same one.
    signerPublicKey: known?.signerPublicKey,
    ...(canMail && { authProxyConfigId, otpPublicKey }),
  });
  return (
    <Section title="Sign-in link">
      <div class="stack">
        <p>
          Share this link with other users. It names the organization and contains no secret.{' '}
          {canMail
            ? 'They sign in with a key, a passkey or a code by e-mail.'
            : 'They sign in with a key or a passkey; codes by e-mail need the sign-up proxy and its public key.'}
        </p>
        <p>
          <Copyable value={link} label="sign-in link" />
        </p>
        {authProxyConfigId !== undefined && (
          <Field
            label="Public key for codes"
            value={otpKey}
            onInput={setOtpKey}
            isCode
            hint={
              otpPublicKey !== '' && !isOtpKey(otpPublicKey)
                ? 'This is not an uncompressed P-256 public key: 130 hex characters that begin with 04.'
                : 'keys.otp of root.json, or as published by the operator. Pages use it to check that codes go to your service.'
            }
          />
        )}
      </div>
    </Section>
  );
}
