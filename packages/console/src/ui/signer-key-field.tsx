import { useState } from 'preact/hooks';
import { readInstallation } from '../session/installation.ts';
import { Field } from './field.tsx';

/** The key that the service signs bundles with, from the sign-in link or the key file, else typed in. */
export function useSignerKey() {
  const known = readInstallation(new URLSearchParams())?.signerPublicKey ?? '';
  const [signerPublicKey, setSignerPublicKey] = useState(known);
  const field = known ? null : (
    <Field
      label="Signing key of the service"
      value={signerPublicKey}
      onInput={(value) => setSignerPublicKey(value.trim())}
      isCode
      isRequired
      hint="It proves that the bundle comes from your service: keys.signer in root.json. Ask its operator."
    />
  );
  return { signerPublicKey, field };
}
