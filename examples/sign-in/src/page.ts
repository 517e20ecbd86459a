import { MintmarkError } from '@mintmark/client';
import { createSignIn, type SentCode, type Session, type SignIn } from '@mintmark/client/sign-in';

/** What the page has to know of the installation. */
interface Config {
  readonly organizationId: string;
  readonly authProxyConfigId: string;
  readonly otpPublicKey: string;
  readonly oidc: readonly OpenIdProvider[];
}

interface OpenIdProvider {
  readonly issuer: string;
  readonly clientId: string;
}

/** The wallet of a new account. */
const wallet = {
  walletName: 'My wallet',
  accounts: [
    {
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/44'/60'/0'/0/0",
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    },
  ],
} satisfies Parameters<SignIn['signUp']>[0]['wallet'];

const element = <Kind extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as Kind;
const input = (id: string) => element<HTMLInputElement>(id);

const config: Config = await (await fetch('./config.json')).json();
const signIn = createSignIn({ baseUrl: location.origin, rp: { name: 'Mintmark sample' }, ...config });

let session: Session | undefined;
let sent: SentCode | undefined;
let address = '';
let expiry = 0;

/** Shows the form to sign in. */
function showSignedOut(words = ''): void {
  session = undefined;
  clearTimeout(expiry);
  element('signed-in').hidden = true;
  element('signed-out').hidden = false;
  showTitle('Sign in');
  showCodeForm(undefined);
  element('status').textContent = words;
}

/** Shows the user and the wallet. */
async function showSignedIn(opened: Session): Promise<void> {
  const { client, organizationId, expiresAt } = opened;
  const [{ username }, { wallets }] = await Promise.all([client.whoami(), client.listWallets()]);
  const [first] = wallets;
  const [account] = first ? (await client.listWalletAccounts({ walletId: first.walletId })).accounts : [];
  session = opened;
  address = account?.address ?? '';
  element('user-name').textContent = username;
  element('address').textContent = address || 'none';
  element('organization').textContent = organizationId;
  element<HTMLTimeElement>('expires').dateTime = expiresAt.toISOString();
  element('expires').textContent = expiresAt.toLocaleTimeString();
  element('signature').hidden = element('signature-label').hidden = true;
  element('signed-out').hidden = true;
  element('signed-in').hidden = false;
  showTitle('Signed in');
  const left = expiresAt.getTime() - Date.now();
  expiry = window.setTimeout(() => showSignedOut('Your session has expired. Log in again.'), left);
}

/** The heading gets the focus, so that screen readers say what the page shows now. */
function showTitle(title: string): void {
  element('title').textContent = title;
  element('title').focus();
}

function showCodeForm(code: SentCode | undefined): void {
  sent = code;
  element('code-form').hidden = code === undefined;
  for (const id of ['passkey-form', 'email-form', 'oidc-form']) element(id).hidden = code !== undefined;
  input('code').value = '';
  if (!code) return;
  element('code-hint').textContent =
    `Sent to ${code.contact}. Without a mail server, it is in the newest file of .mintmark/mail.`;
  input('code').focus();
}

function showError(words: string): void {
  element('error').textContent = words;
  element('error').hidden = words === '';
}

/** Runs what a button stands for, and shows how it ended. */
async function run(words: string, work: () => Promise<void>): Promise<void> {
  showError('');
  element('status').textContent = words;
  const buttons = [...document.querySelectorAll('button')].filter(({ disabled }) => !disabled);
  for (const button of buttons) button.disabled = true;
  try {
    await work();
    element('status').textContent = '';
  } catch (error) {
    element('status').textContent = '';
    showError(describe(error));
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

/** What the user can do about an error. */
const advice: { readonly [code: string]: string } = {
  CONNECTION_FAILED: 'The service cannot be reached. Try again.',
  CREDENTIAL_NOT_FOUND: 'This passkey belongs to no account here. Sign up first.',
  INVALID_OTP_CODE: 'This code is not valid. Check it, or send a new one: a code has three tries and five minutes.',
  MAX_OTP_INITIATED: 'Too many codes were sent. Wait a few minutes, and try again.',
  RATE_LIMIT_EXCEEDED: 'Too many attempts. Wait a moment, and try again.',
  STAMP_FAILED: 'The passkey was not used. Try again, or choose another way.',
  TIMEOUT: 'The service did not answer in time. Try again.',
};

function describe(error: unknown): string {
  if (error instanceof MintmarkError) return advice[error.code] ?? error.message;
  return error instanceof Error ? error.message : 'Something failed.';
}

/** The user of a new account. */
const newUser = () => ({ ...(input('name').value.trim() && { userName: input('name').value.trim() }), wallet });

function on(id: string, kind: 'submit' | 'click', listener: () => void): void {
  element(id).addEventListener(kind, (event) => {
    event.preventDefault();
    listener();
  });
}

on('passkey-form', 'submit', () =>
  run('Waiting for your passkey…', async () => {
    const userName = input('name').value.trim() || 'My account';
    await showSignedIn(await signIn.signUp({ userName, passkey: true, wallet }));
  }),
);

on('passkey-log-in', 'click', () =>
  run('Waiting for your passkey…', async () => showSignedIn(await signIn.logInByPasskey())),
);

on('email-form', 'submit', () =>
  run('Sending a code…', async () => showCodeForm(await signIn.sendCode({ email: input('email').value.trim() }))),
);

on('other-email', 'click', () => {
  showCodeForm(undefined);
  input('email').focus();
});

on('code-form', 'submit', () =>
  run('Checking the code…', async () => {
    if (sent) await showSignedIn(await signIn.logInByCode(sent, input('code').value, { orSignUp: newUser() }));
  }),
);

on('sign-form', 'submit', () =>
  run('Signing…', async () => {
    const message = element<HTMLTextAreaElement>('message').value;
    const { length } = new TextEncoder().encode(message);
    const signed = await session?.client.signRawPayloadOrThrow({
      signWith: address,
      // EIP-191, so that it can never be a transaction.
      payload: `\x19Ethereum Signed Message:\n${length}${message}`,
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_KECCAK256',
    });
    if (!signed) return;
    element('signature').textContent = `0x${signed.r}${signed.s}${signed.v === '00' ? '1b' : '1c'}`;
    element('signature').hidden = element('signature-label').hidden = false;
  }),
);

on('log-out', 'click', () =>
  run('Logging out…', async () => {
    await signIn.logOut();
    showSignedOut();
  }),
);

const stateItem = 'mintmark sample state';
const provider = config.oidc[0];
element('oidc-hint').textContent = provider
  ? `You will be sent to ${new URL(provider.issuer).host}.`
  : 'No OpenID provider is configured: add oidc.issuers to the configuration file.';
element<HTMLButtonElement>('oidc').disabled = !provider;

on('oidc-form', 'submit', () =>
  run('Going to the provider…', async () => {
    if (!provider) return;
    const discovery = await fetch(`${provider.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    const { authorization_endpoint } = await discovery.json();
    const state = crypto.randomUUID();
    sessionStorage.setItem(stateItem, JSON.stringify({ state, name: input('name').value }));
    const query = {
      response_type: 'id_token',
      client_id: provider.clientId,
      redirect_uri: location.origin + location.pathname,
      scope: 'openid email',
      nonce: await signIn.nonce(),
      state,
    };
    location.assign(`${authorization_endpoint}?${new URLSearchParams(query)}`);
  }),
);

/** Finishes a sign-in at the provider, which sent the user back to this page. */
async function finishOpenId(answer: URLSearchParams): Promise<void> {
  const { state, name = '' } = JSON.parse(sessionStorage.getItem(stateItem) ?? '{}');
  sessionStorage.removeItem(stateItem);
  const token = answer.get('id_token');
  // Somebody else may have made the link that led here.
  if (!state || answer.get('state') !== state || !token) {
    throw new Error(
      `The provider did not sign you in: ${answer.get('error_description') ?? answer.get('error') ?? 'no token'}.`,
    );
  }
  input('name').value = name;
  await showSignedIn(await signIn.logInByOidcToken(token, { orSignUp: newUser() }));
}

const answer = new URLSearchParams(location.hash.slice(1));
// The token must not stay in the address.
if (location.hash) history.replaceState(null, '', location.pathname);
const stored = await signIn.session().catch(() => undefined);
showSignedOut();
if (answer.has('state')) await run('Signing in…', () => finishOpenId(answer));
else if (stored) await run('Opening your session…', () => showSignedIn(stored));
