import type { SentCode } from '@mintmark/client/sign-in';
import { useEffect, useId, useState } from 'preact/hooks';
import { describeFailure, type Failure } from './data/failure.ts';
import { readApiKey } from './session/api-key-file.ts';
import { type Installation, keepInstallation } from './session/installation.ts';
import type { SignedIn } from './session/signed-in.ts';
import { sendCode, signInWithCode, signInWithKey, signInWithPasskey } from './session/ways-to-sign-in.ts';
import { Check, Field } from './ui/field.tsx';
import { FailureNotice } from './ui/notice.tsx';

interface SignInFormProps {
  readonly known: Installation | undefined;
  readonly onSignedIn: (signedIn: SignedIn) => void;
}

interface Entered {
  readonly signedIn: SignedIn;
  readonly installation: Installation;
}

/** Tries to sign in, and says meanwhile what it waits for. */
type Run = (words: string, work: () => Promise<Entered | undefined>) => Promise<void>;

/** The three ways to sign in. */
export function SignInForm({ known, onSignedIn }: SignInFormProps) {
  const [organizationId, setOrganizationId] = useState(known?.organizationId ?? '');
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState<SentCode>();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState('');
  const [failure, setFailure] = useState<Failure>();

  // A link or a file says more than the id alone, as long as it is about the same organization.
  const installation = organizationId === known?.organizationId ? known : { organizationId };
  const canMail = Boolean(installation.authProxyConfigId && installation.otpPublicKey);

  const run: Run = async (words, work) => {
    setBusy(words);
    setFailure(undefined);
    try {
      const entered = await work();
      if (!entered) return;
      keepInstallation(entered.installation);
      onSignedIn(entered.signedIn);
    } catch (error) {
      setFailure(describeFailure(error));
    } finally {
      setBusy('');
    }
  };

  return (
    <div class="sign-in" aria-busy={busy !== ''}>
      <Field
        label="Organization"
        value={organizationId}
        onInput={(value) => setOrganizationId(value.trim().toLowerCase())}
        hint="The id of your organization. A key file or a sign-in link fills it in."
        isCode
        autocomplete="organization"
      />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run('Waiting for your passkey…', async () => ({
            signedIn: await signInWithPasskey(installation),
            installation,
          }));
        }}
      >
        <button type="submit" class="main" disabled={busy !== '' || organizationId === ''}>
          Sign in with a passkey
        </button>
      </form>
      <KeyForm isBusy={busy !== ''} installation={installation} run={run} />
      {sent ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void run('Checking the code…', async () => ({
              signedIn: await signInWithCode(installation, sent, code),
              installation,
            }));
          }}
        >
          <Field
            label="Code"
            value={code}
            onInput={setCode}
            hint={`Sent to ${sent.contact}. It is valid for a few minutes.`}
            autocomplete="one-time-code"
            isRequired
          />
          <div class="actions">
            <button type="submit" disabled={busy !== ''}>
              Sign in
            </button>
            <button type="button" onClick={() => setSent(undefined)}>
              Use another address
            </button>
          </div>
        </form>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void run('Sending a code…', async () => void setSent(await sendCode(installation, email.trim())));
          }}
        >
          <Field
            label="E-mail address"
            type="email"
            value={email}
            onInput={setEmail}
            isRequired
            autocomplete="email"
            hint={canMail ? undefined : 'Codes require a sign-in link of your organization. Ask the people who run it.'}
          />
          <button type="submit" disabled={busy !== '' || !canMail}>
            Send a code
          </button>
        </form>
      )}
      <p role="status">{busy}</p>
      <FailureNotice failure={failure} />
    </div>
  );
}

interface KeyFormProps {
  readonly isBusy: boolean;
  readonly installation: Installation;
  readonly run: Run;
}

/** Sign-in with an API key that is pasted, chosen or dropped. */
function KeyForm({ isBusy, installation, run }: KeyFormProps) {
  const [source, setSource] = useState('');
  const [isStored, setIsStored] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const id = useId();
  // The browser would open a file that is dropped beside the form, in place of the console.
  useEffect(() => {
    const refuse = (event: DragEvent) => event.preventDefault();
    addEventListener('dragover', refuse);
    addEventListener('drop', refuse);
    return () => {
      removeEventListener('dragover', refuse);
      removeEventListener('drop', refuse);
    };
  }, []);

  const signIn = (text: string) =>
    run('Signing in…', async () => {
      const read = readKey(text);
      const of = joined(read.installation, installation);
      if (of.organizationId === '') throw new Error('Enter the organization: the key does not name it.');
      const signedIn = await signInWithKey(read, of, { isStored });
      // The key must not stay in the document.
      setSource('');
      return { signedIn, installation: of };
    });
  const readFile = async (file: File | undefined | null) => {
    if (!file) return;
    await signIn(file.size > 65_536 ? '' : await file.text());
  };

  return (
    <form
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        void readFile(event.dataTransfer?.files[0]);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void signIn(source);
      }}
    >
      <Field
        label="API key"
        type="password"
        value={source}
        onInput={setSource}
        isCode
        hint="Paste a private key (hex, PEM, JSON Web Key or the text of root.json), or drop the file here. It stays in this page."
      />
      <div class="field">
        <label for={id}>Or choose its file</label>
        <input
          id={id}
          type="file"
          accept=".json,.pem,.key,.txt"
          onChange={({ currentTarget }) => {
            void readFile(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
      </div>
      <Check label="Keep it in this browser, where no script can read it" isOn={isStored} onChange={setIsStored} />
      <button type="submit" disabled={isBusy || source === ''}>
        Sign in with the key
      </button>
    </form>
  );
}

/** A file may say less about an organization than the link to it. */
function joined(ofFile: Installation | undefined, known: Installation): Installation {
  if (ofFile?.organizationId !== known.organizationId) return ofFile ?? known;
  return {
    organizationId: known.organizationId,
    authProxyConfigId: ofFile.authProxyConfigId ?? known.authProxyConfigId,
    otpPublicKey: ofFile.otpPublicKey ?? known.otpPublicKey,
    signerPublicKey: ofFile.signerPublicKey ?? known.signerPublicKey,
  };
}

function readKey(text: string) {
  try {
    return readApiKey(text);
  } catch {
    // The error of the stamper may name a part of the file.
    throw new Error('This is not a private key that can be used: give its hex, its PEM or JSON Web Key, or root.json.');
  }
}
