import { type CredentialSource, createPasskey, createWebAuthnStamper, nonceOfKey } from '@mintmark/stamper';
import { p256Keys, sealOtp } from '@mintmark/stamper/bundles';
import { buildLoginMessage, buildSignupMessage, signClientMessage } from '@mintmark/stamper/tokens';
import { createAuthProxyClient } from '../auth-proxy-client.ts';
import { createClient } from '../core.ts';
import { MintmarkError, StampError, TransportError } from '../errors.ts';
import { stampLogin } from '../generated/operations.ts';
import type { components } from '../generated/paths.ts';
import type { Stamper } from '../signed-request.ts';
import type { CallOptions, TransportOptions } from '../transport.ts';
import { readToken } from './read-token.ts';
import { readSession, type Session } from './session.ts';
import { createDefaultStore, type SessionStore, type StoredKey } from './session-store.ts';

type Schemas = components['schemas'];

export interface SignInOptions extends TransportOptions {
  /** The organization that users sign up to: `organizationId` in root.json. */
  readonly organizationId: string;
  /** Its auth-proxy configuration: `authProxyConfigId` in root.json. Everything but a login by passkey needs it. */
  readonly authProxyConfigId?: string | undefined;
  /**
   * The key that the service signs the targets of codes with: `keys.otp` in root.json. Codes need it. Configure it; do not fetch
   * it.
   */
  readonly otpPublicKey?: string | undefined;
  /** The relying party of passkeys: `name` is shown to users, `id` is the domain of the page (default) or a parent domain. */
  readonly rp?: { readonly name?: string; readonly id?: string } | undefined;
  /** Creates and gets passkeys; the browser's `navigator.credentials` by default. */
  readonly credentials?: CredentialSource | undefined;
  /** Keeps the session: IndexedDB by default, or memory in runtimes without it. */
  readonly store?: SessionStore | undefined;
}

/** Where a code is sent. */
export type Contact = { readonly email: string } | { readonly phoneNumber: string };

/** A code that was sent. It can be kept as JSON until the user has entered the code. */
export interface SentCode {
  readonly otpType: Schemas['OtpInitV2Request']['otpType'];
  readonly contact: string;
  readonly otpId: string;
  readonly otpEncryptionTargetBundle: string;
}

/** A contact that the user proved to own. It serves once, for a login or a sign-up, and only in this browser. */
export interface VerifiedContact {
  readonly otpType: Schemas['OtpInitV2Request']['otpType'];
  readonly contact: string;
  readonly verificationToken: string;
}

/** The user to sign up, besides the ways to log in. */
export type NewUser = Pick<
  Schemas['SignupV2Request'],
  'userName' | 'userEmail' | 'userPhoneNumber' | 'userTag' | 'organizationName' | 'wallet'
>;

/** The ways to log in later: one of them, or several. */
export interface WaysIn {
  /** Asks the user to create a passkey. */
  readonly passkey?: boolean | undefined;
  /** The contact becomes the user's e-mail address or phone number. */
  readonly verified?: VerifiedContact | undefined;
  /** An ID token that was requested with `nonce()`. */
  readonly oidcToken?: string | undefined;
  /** A name for the OpenID provider that the user recognises. */
  readonly providerName?: string | undefined;
}

export interface LogInOptions extends CallOptions {
  /** Ends the user's other login sessions. */
  readonly invalidateExisting?: boolean | undefined;
}

export interface SignUpOptions extends CallOptions {
  /** How long the session lives; 900 seconds by default. */
  readonly expirationSeconds?: number | undefined;
}

export interface PasskeyLogInOptions extends LogInOptions, SignUpOptions {}

/** A login that may turn out to be a sign-up. */
export interface LogInOrSignUpOptions extends LogInOptions {
  /** Signs up this user if there is no account. Without it, a missing account is an error. */
  readonly orSignUp?: NewUser | undefined;
}

/** A user who has just signed up. */
export interface SignedUp extends Session {
  /** The wallet, if one was asked for. */
  readonly wallet?: Schemas['WalletResult'] | undefined;
}

/** The ways to sign users in. Every method that logs in replaces the stored session, and only once it has succeeded. */
export interface SignIn {
  /** Makes an account, and logs in. The user is asked at most once for a passkey. */
  signUp(user: NewUser & WaysIn, options?: SignUpOptions): Promise<SignedUp>;
  /** Sends a code. The answer is the same whether the contact has an account or not. */
  sendCode(contact: Contact, options?: CallOptions): Promise<SentCode>;
  /** Exchanges a code for a proof of the contact, for apps that ask for more before they log in or sign up. */
  verifyCode(sent: SentCode, code: string, options?: CallOptions): Promise<VerifiedContact>;
  logInByCode(sent: SentCode, code: string, options?: LogInOrSignUpOptions): Promise<Session>;
  logInByContact(verified: VerifiedContact, options?: LogInOrSignUpOptions): Promise<Session>;
  logInByPasskey(options?: PasskeyLogInOptions): Promise<Session>;
  /** The nonce to ask an OpenID provider for a token with. It stays the same until a login, also in other tabs. */
  nonce(): Promise<string>;
  logInByOidcToken(oidcToken: string, options?: LogInOrSignUpOptions): Promise<Session>;
  /** The organization of an account, if there is one. Does not use up the verification. */
  findAccount(
    proof: Pick<WaysIn, 'verified' | 'oidcToken'>,
    options?: CallOptions,
  ): Promise<{ readonly organizationId?: string | undefined }>;
  /** The stored session, unless it has expired. */
  session(): Promise<Session | undefined>;
  /** Deletes the session's key, which nobody else has. */
  logOut(): Promise<void>;
}

/** The names of the session and of the key that the next login makes the session's. */
const current = 'session';
const next = 'next session';

/** Enough for the login that follows a sign-up immediately. */
const signUpKeySeconds = '60';

/**
 * Creates the ways to sign users in. The session's key is made in the browser and stays there, where no script can read it.
 *
 * @example
 * const signIn = createSignIn({ baseUrl, organizationId, authProxyConfigId, otpPublicKey });
 * const sent = await signIn.sendCode({ email });
 * const { client } = await signIn.logInByCode(sent, code, { orSignUp: { userName } });
 */
export function createSignIn(options: SignInOptions): SignIn {
  const { organizationId, authProxyConfigId, otpPublicKey, rp, credentials } = options;
  const { baseUrl, fetch, timeout, retries, hooks, store = createDefaultStore() } = options;
  const transport = { baseUrl, fetch, timeout, retries, hooks };
  const proxyFor = (stamper?: Stamper) =>
    authProxyConfigId === undefined ? undefined : createAuthProxyClient({ ...transport, authProxyConfigId, stamper });
  const ofProxy = proxyFor();
  const proxy = () => given('authProxyConfigId', ofProxy);
  if (otpPublicKey !== undefined) requirePublicKey(otpPublicKey);

  /** Logs in with the next session's key. The answer must be for this key. */
  async function logIn(key: StoredKey, answer: Promise<{ readonly session: string }>): Promise<Session> {
    const { session: token } = await answer.catch(async (error) => {
      // Registered by a login whose answer was lost: the key would be refused each time.
      if (error instanceof MintmarkError && error.code === 'ALREADY_EXISTS') await store.deleteKey(next);
      throw error;
    });
    const session = readSession(token, key, transport);
    if (!session) throw new TransportError('UNEXPECTED_RESPONSE', 'the session token is not for the key of this login');
    await local('store the session', async () => {
      await key.moveTo(current);
      await store.writeToken(current, token);
    });
    return session;
  }

  /** Starts a session by a stamp in an organization. */
  function submitLogin(stamper: Stamper, publicKey: string, organizationId: string, how: PasskeyLogInOptions) {
    const { expirationSeconds, invalidateExisting } = how;
    const { stampLoginOrThrow } = createClient({ ...transport, stamper, organizationId, operations: { stampLogin } });
    return stampLoginOrThrow(
      {
        publicKey,
        ...(expirationSeconds !== undefined && { expirationSeconds: String(expirationSeconds) }),
        ...(invalidateExisting !== undefined && { invalidateExisting }),
      },
      how,
    );
  }

  const openNext = () => local('open the session key', () => store.openKey(next));

  /** The key that a verification was made for. */
  async function openVerified({ verificationToken }: VerifiedContact): Promise<{ key: StoredKey; tokenId: string }> {
    const key = await openNext();
    const { id, public_key } = readToken(verificationToken);
    if (public_key !== key.publicKey)
      throw new MintmarkError('INPUT_INVALID', 'the contact was verified for a key that is not here; send a new code');
    return { key, tokenId: String(id) };
  }

  async function verifyCode(sent: SentCode, code: string, call: CallOptions = {}): Promise<VerifiedContact> {
    const { otpType, contact, otpId, otpEncryptionTargetBundle } = sent;
    const { publicKey } = await openNext();
    const encryptedOtpBundle = await local('seal the code', () =>
      sealOtp(
        { otpCode: code.trim(), publicKey },
        { otpEncryptionTargetBundle, organizationId, otpId, signerPublicKey: given('otpPublicKey', otpPublicKey) },
      ),
    );
    const { verificationToken } = await proxy().otpVerifyV2({ otpId, encryptedOtpBundle }, call);
    return { otpType, contact, verificationToken };
  }

  const findAccount: SignIn['findAccount'] = async ({ verified, oidcToken }, call) => {
    if (verified) {
      const { otpType, contact: filterValue, verificationToken } = verified;
      const filterType = otpType === 'OTP_TYPE_EMAIL' ? 'EMAIL' : 'PHONE_NUMBER';
      return proxy().account({ filterType, filterValue, verificationToken }, call);
    }
    if (oidcToken === undefined) throw new MintmarkError('INPUT_INVALID', 'findAccount needs verified or oidcToken');
    return proxy().account({ filterType: 'OIDC_TOKEN', filterValue: oidcToken }, call);
  };

  const signUp: SignIn['signUp'] = async (user, how = {}) => {
    const { passkey, verified, oidcToken, providerName = 'OpenID', ...rest } = user;
    if (!passkey && !verified && oidcToken === undefined)
      throw new MintmarkError('INPUT_INVALID', 'signUp needs passkey, verified or oidcToken');
    const { key, tokenId } = verified ? await openVerified(verified) : { key: await openNext(), tokenId: '' };
    const contacts = {
      ...(verified?.otpType === 'OTP_TYPE_EMAIL' && { userEmail: verified.contact }),
      ...(verified?.otpType === 'OTP_TYPE_SMS' && { userPhoneNumber: verified.contact }),
    };
    const account = { ...rest, ...contacts };
    // A second passkey prompt for the login would confuse: the key of the session logs in by itself. The nonce of a token names it.
    const apiKey = { apiKeyName: 'Sign-up', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' } as const;
    const name = account.userName ?? verified?.contact ?? 'Account';
    const ways = {
      apiKeys: [{ ...apiKey, expirationSeconds: signUpKeySeconds }],
      authenticators: passkey ? [await askForPasskey(name, how.signal)] : [],
      oauthProviders: oidcToken === undefined ? [] : [{ providerName, oidcToken }],
    };
    const { userEmail: email, userPhoneNumber: phoneNumber } = account;
    const usage = { ...ways, ...(email && { email }), ...(phoneNumber && { phoneNumber }) };
    const proof = verified && {
      verificationToken: verified.verificationToken,
      clientSignature: await signUse(buildSignupMessage(tokenId, usage), key),
    };
    const made = await proxy().signupV2({ ...account, ...ways, ...proof }, how);
    const session = await logIn(key, submitLogin(key, key.publicKey, made.organizationId, how));
    return { ...session, wallet: made.wallet };
  };

  function askForPasskey(name: string, signal: AbortSignal | undefined) {
    const { name: rpName = 'this site', id } = rp ?? {};
    return local('create a passkey', () =>
      createPasskey({
        rp: { name: rpName, ...(id !== undefined && { id }) },
        user: { name, displayName: name },
        ...(credentials && { credentials }),
        ...(signal && { signal }),
      }),
    );
  }

  const logInByContact: SignIn['logInByContact'] = async (verified, how = {}) => {
    const { orSignUp, invalidateExisting } = how;
    const { verificationToken } = verified;
    if (orSignUp && !(await findAccount({ verified }, how)).organizationId)
      return signUp({ ...orSignUp, verified }, how);
    const { key, tokenId } = await openVerified(verified);
    const { publicKey } = key;
    const clientSignature = await signUse(buildLoginMessage(tokenId, publicKey), key);
    const body = { verificationToken, publicKey, clientSignature, ...(invalidateExisting && { invalidateExisting }) };
    return logIn(key, proxy().otpLoginV2(body, how));
  };

  return {
    signUp,
    async sendCode(to, call) {
      // A code that cannot be verified must not be sent.
      given('otpPublicKey', otpPublicKey);
      const [otpType, contact] =
        'email' in to ? (['OTP_TYPE_EMAIL', to.email] as const) : (['OTP_TYPE_SMS', to.phoneNumber] as const);
      // The key of the last session proves that a known device asks, so that strangers do not use up its limits.
      const last = await local('open the session', async () =>
        (await store.readToken(current)) === undefined ? undefined : store.openKey(current),
      );
      const stamped = given('authProxyConfigId', last ? proxyFor(last) : ofProxy);
      const { otpId, otpEncryptionTargetBundle } = await stamped.otpInitV2({ otpType, contact }, call);
      return { otpType, contact, otpId, otpEncryptionTargetBundle };
    },
    verifyCode,
    findAccount,
    logInByCode: async (sent, code, how) => logInByContact(await verifyCode(sent, code, how), how),
    logInByContact,
    async logInByPasskey(how = {}) {
      const key = await openNext();
      const passkey = createWebAuthnStamper({
        ...(rp?.id !== undefined && { rpId: rp.id }),
        ...(credentials && { credentials }),
      });
      const stamper = { stamp: (body: string) => passkey.stamp(body, how.signal && { signal: how.signal }) };
      return logIn(key, submitLogin(stamper, key.publicKey, organizationId, how));
    },
    nonce: async () => nonceOfKey((await openNext()).publicKey),
    async logInByOidcToken(oidcToken, how = {}) {
      const { orSignUp, invalidateExisting } = how;
      if (orSignUp && !(await findAccount({ oidcToken }, how)).organizationId)
        return signUp({ ...orSignUp, oidcToken }, how);
      const key = await openNext();
      const { publicKey } = key;
      const body = { oidcToken, publicKey, ...(invalidateExisting && { invalidateExisting }) };
      return logIn(key, proxy().proxyOauthLogin(body, how));
    },
    session: () =>
      local('open the session', async () => {
        const token = await store.readToken(current);
        if (token === undefined) return undefined;
        const session = readSession(token, await store.openKey(current), transport);
        return session && Date.now() < session.expiresAt.getTime() ? session : undefined;
      }),
    logOut: () =>
      local('delete the session', async () => {
        await store.writeToken(current, undefined);
        await store.deleteKey(current);
      }),
  };
}

/** An option that passkeys do without. */
function given<Value>(name: keyof SignInOptions, value: Value | undefined): Value {
  if (value !== undefined) return value;
  throw new MintmarkError('INPUT_INVALID', `${name} is missing: only a passkey login works without it`);
}

/** A wrong key must not be noticed only after a code was sent. */
function requirePublicKey(otpPublicKey: string): void {
  try {
    p256Keys.parsePublicKey(otpPublicKey);
  } catch (cause) {
    throw new MintmarkError('INPUT_INVALID', 'otpPublicKey is not a P-256 public key', { cause });
  }
}

const signUse = (message: string, key: StoredKey) =>
  local('sign with the session key', () => signClientMessage(message, key)) as Promise<Schemas['ClientSignature']>;

/** Runs what happens on this side: keys, codes and passkeys. Its errors are those of a stamper. */
async function local<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new StampError('STAMP_FAILED', `sign-in: could not ${what}`, { cause });
  }
}
