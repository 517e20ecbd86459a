import { createBrowserStore, createSignIn, type SentCode, type Session, type SignIn } from '@mintmark/client/sign-in';
import {
  createEd25519Stamper,
  createP256Stamper,
  createSecp256k1Stamper,
  deleteIndexedDbKey,
  listIndexedDbKeys,
  openIndexedDbStamper,
  storeIndexedDbKey,
} from '@mintmark/stamper';
import type { ReadKey } from './api-key-file.ts';
import type { Installation } from './installation.ts';
import { askWhoSignsIn, type SignedIn, type Way } from './signed-in.ts';

/** The sample page of the same origin uses the client's own names. */
const prefix = 'console ';
const storedKey = { name: `${prefix}api key` };
/** Which kind of key the console left in the browser, and of which organization. */
const item = 'mintmark console key';

const sessionSeconds = 3_600;

function signInOf({ organizationId, authProxyConfigId, otpPublicKey }: Installation): SignIn {
  const { openKey, deleteKey, readToken, writeToken } = createBrowserStore();
  return createSignIn({
    baseUrl: location.origin,
    organizationId,
    authProxyConfigId,
    otpPublicKey,
    rp: { name: 'Mintmark console' },
    store: {
      async openKey(name) {
        const key = await openKey(prefix + name);
        return { ...key, moveTo: (target) => key.moveTo(prefix + target) };
      },
      deleteKey: (name) => deleteKey(prefix + name),
      readToken: (name) => readToken(prefix + name),
      writeToken: (name, token) => writeToken(prefix + name, token),
    },
  });
}

const ofSession = ({ stamper, organizationId, expiresAt }: Session, way: Way): Promise<SignedIn> =>
  askWhoSignsIn(way, stamper, { organizationId, expiresAt });

function remember(way: Way, { organizationId }: Pick<SignedIn, 'organizationId'>): void {
  localStorage.setItem(item, JSON.stringify({ way, organizationId }));
}

/** Signs in with an API key. It stays in memory, or is moved to where scripts can use it but never read it. */
export async function signInWithKey(
  { key }: Pick<ReadKey, 'key'>,
  { organizationId }: Installation,
  { isStored = false } = {},
): Promise<SignedIn> {
  const createStamper = { p256: createP256Stamper, secp256k1: createSecp256k1Stamper, ed25519: createEd25519Stamper };
  const apiKey = key.toApiKey();
  const signedIn = await askWhoSignsIn('api-key', createStamper[key.curve](apiKey), { organizationId });
  if (!isStored) return signedIn;
  const stamper = await storeIndexedDbKey(apiKey, storedKey);
  remember('stored-key', { organizationId });
  return { ...signedIn, way: 'stored-key', stamper };
}

/** Signs in with a passkey, for an hour: it stamps one login, and a key of the browser stamps the rest. */
export async function signInWithPasskey(installation: Installation, signal?: AbortSignal): Promise<SignedIn> {
  const signIn = signInOf(installation);
  const session = await signIn.logInByPasskey({ expirationSeconds: sessionSeconds, signal });
  remember('passkey', installation);
  return ofSession(session, 'passkey');
}

export const sendCode = (installation: Installation, email: string): Promise<SentCode> =>
  signInOf(installation).sendCode({ email });

export async function signInWithCode(installation: Installation, sent: SentCode, code: string): Promise<SignedIn> {
  const session = await signInOf(installation).logInByCode(sent, code);
  remember('email', installation);
  return ofSession(session, 'email');
}

/** The user whose key is still in the browser, for example after a reload. */
export async function resume(): Promise<SignedIn | undefined> {
  const { way, organizationId } = readItem();
  if (way === undefined || organizationId === undefined) return undefined;
  if (way === 'stored-key') {
    const stamper = await openIndexedDbStamper(storedKey);
    if (!stamper.isNew) return askWhoSignsIn(way, stamper, { organizationId });
    await deleteIndexedDbKey(storedKey);
    return undefined;
  }
  const session = await signInOf({ organizationId }).session();
  return session && ofSession(session, way);
}

/** Removes every key of the console from the browser. A key in memory is gone with its stamper, and the others are not its user's. */
export async function removeKeys(way: Way): Promise<void> {
  if (way === 'api-key') return;
  const { organizationId } = readItem();
  localStorage.removeItem(item);
  await signInOf({ organizationId: organizationId ?? '' }).logOut();
  // Also the key of a login whose answer was lost.
  for (const name of await listIndexedDbKeys()) if (name.startsWith(prefix)) await deleteIndexedDbKey({ name });
}

/** Calls back when another tab signs out or in. */
export function onOtherTab(listener: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === item || key === null) listener();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}

function readItem(): { readonly way?: Way; readonly organizationId?: string } {
  try {
    return Object(JSON.parse(localStorage.getItem(item) ?? '{}'));
  } catch {
    return {};
  }
}
