import { writeApiKey } from '../../session/api-key-file.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Choice, Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type ApiKeyDraft, type CurveName, makeApiKey, publicKeyProblem } from './api-key-draft.ts';

const ways = [
  ['made', 'Create a key here'],
  ['pasted', 'Paste a public key'],
] as const;
const none = ['none', 'No API key'] as const;

const curveNames: readonly (readonly [CurveName, string])[] = [
  ['API_KEY_CURVE_P256', 'P-256'],
  ['API_KEY_CURVE_SECP256K1', 'secp256k1'],
  ['API_KEY_CURVE_ED25519', 'ed25519'],
];

interface ApiKeyFieldsProps {
  readonly draft: ApiKeyDraft;
  readonly onChange: (draft: ApiKeyDraft) => void;
  /** Stands in the file of a key that is made here, so that the sign-in knows it. */
  readonly organizationId?: string | undefined;
  readonly isOptional?: boolean;
}

/** The fields of a new API key. The private key of one that is made here goes to a file and nowhere else. */
export function ApiKeyFields({ draft, onChange, organizationId, isOptional = false }: ApiKeyFieldsProps) {
  const set = (change: Partial<ApiKeyDraft>) => onChange({ ...draft, ...change });
  const problem = publicKeyProblem(draft);
  return (
    <fieldset>
      <legend>API key</legend>
      <Choice
        label="How"
        value={draft.way}
        options={isOptional ? [none, ...ways] : ways}
        onChange={(way) => set({ way })}
      />
      {draft.way !== 'none' && (
        <>
          <Field label="Name of the key" value={draft.name} onInput={(name) => set({ name })} max={256} isRequired />
          <Field
            label="Days until it expires"
            type="number"
            value={draft.days}
            onInput={(days) => set({ days })}
            hint="Leave it empty for a key that does not expire."
          />
        </>
      )}
      {draft.way === 'made' && <MadeKey {...{ draft, set, organizationId }} />}
      {draft.way === 'pasted' && (
        <>
          <Choice label="Curve" value={draft.curve} options={curveNames} onChange={(curve) => set({ curve })} />
          <Field
            label="Public key"
            value={draft.pasted}
            onInput={(pasted) => set({ pasted })}
            isCode
            isRequired
            hint={problem ?? 'As hex: compressed for P-256 and secp256k1.'}
          />
        </>
      )}
    </fieldset>
  );
}

interface MadeKeyProps extends Pick<ApiKeyFieldsProps, 'draft' | 'organizationId'> {
  readonly set: (change: Partial<ApiKeyDraft>) => void;
}

function MadeKey({ draft: { made, isSaved }, set, organizationId }: MadeKeyProps) {
  if (!made)
    return (
      <div>
        <button type="button" onClick={() => set({ made: makeApiKey(), isSaved: false })}>
          Create the key
        </button>
        <p class="hint">The private key stays in this page until you save it as a file. It is never sent.</p>
      </div>
    );
  return (
    <>
      <p>
        Public key <Copyable value={made.publicKey.hex} label="public key" isShort />
      </p>
      <Notice kind={isSaved ? 'good' : 'warning'}>
        {isSaved
          ? 'Check that the file is where you expect it. This page cannot show the private key again.'
          : 'Save the file before you continue. Anyone who has it can act as this user.'}
      </Notice>
      <div class="actions">
        <DownloadButton
          label={isSaved ? 'Save the key file again' : 'Save the key file'}
          fileName={`mintmark-key-${made.publicKey.hex.slice(2, 10)}.json`}
          text={() => writeApiKey(made, organizationId)}
          onDownloaded={() => set({ isSaved: true })}
        />
      </div>
    </>
  );
}
