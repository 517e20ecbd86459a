import type { components } from '@mintmark/client';
import { generatePrivateKey, type PrivateKey, parsePublicKey } from '@mintmark/stamper';

type ApiKeyParams = components['schemas']['ApiKeyParams'];
export type CurveName = ApiKeyParams['curveType'];

/** An API key in a form: none, one that was made in this page, or a public key that was pasted. */
export interface ApiKeyDraft {
  readonly way: 'none' | 'made' | 'pasted';
  readonly name: string;
  /** The key that was made here. Only its public half is sent. */
  readonly made?: PrivateKey | undefined;
  /** Whether the file of the made key was saved. It cannot be had later. */
  readonly isSaved: boolean;
  readonly pasted: string;
  readonly curve: CurveName;
  /** Empty for a key that does not expire. */
  readonly days: string;
}

export const emptyApiKey = (way: ApiKeyDraft['way']): ApiKeyDraft => ({
  way,
  name: 'API key',
  isSaved: false,
  pasted: '',
  curve: 'API_KEY_CURVE_P256',
  days: '',
});

const curves = {
  API_KEY_CURVE_P256: 'p256',
  API_KEY_CURVE_SECP256K1: 'secp256k1',
  API_KEY_CURVE_ED25519: 'ed25519',
} as const;

/** Makes a key pair in this page. */
export const makeApiKey = (): PrivateKey => generatePrivateKey('p256');

/** What is wrong with a pasted public key; nothing while it is empty. */
export function publicKeyProblem({ pasted, curve }: Pick<ApiKeyDraft, 'pasted' | 'curve'>): string | undefined {
  if (pasted.trim() === '') return undefined;
  return readPublicKey(pasted, curve) ? undefined : 'This is not a public key of this curve, as hex.';
}

function readPublicKey(pasted: string, curve: CurveName): string | undefined {
  try {
    return parsePublicKey(curves[curve], pasted.trim()).hex;
  } catch {
    return undefined;
  }
}

/** Seconds out of days; undefined if it is not a number of days that a key can have. */
function secondsOf(days: string): string | undefined {
  const seconds = Math.round(Number(days) * 86_400);
  return seconds >= 1 && seconds <= 9_999_999_999 ? String(seconds) : undefined;
}

/** The keys of a draft, as the contract takes them; undefined while the draft is not complete. */
export function apiKeysOf(draft: ApiKeyDraft): ApiKeyParams[] | undefined {
  if (draft.way === 'none') return [];
  const apiKeyName = draft.name.trim();
  const isMade = draft.way === 'made';
  const publicKey = isMade ? draft.isSaved && draft.made?.publicKey.hex : readPublicKey(draft.pasted, draft.curve);
  const expirationSeconds = draft.days.trim() === '' ? undefined : secondsOf(draft.days);
  if (apiKeyName === '' || !publicKey || (draft.days.trim() !== '' && !expirationSeconds)) return undefined;
  return [
    {
      apiKeyName,
      publicKey,
      curveType: isMade ? 'API_KEY_CURVE_P256' : draft.curve,
      ...(expirationSeconds && { expirationSeconds }),
    },
  ];
}
