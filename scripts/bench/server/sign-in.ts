import { createHash } from 'node:crypto';
import { createAuthProxyClient, createClient } from '@mintmark/client';
import { createServer, type Server } from '@mintmark/server';
import { createP256Stamper, generatePrivateKey } from '@mintmark/stamper';
import { sealOtp } from '@mintmark/stamper/bundles';
import { buildLoginMessage, createP256Signer, signClientMessage } from '@mintmark/stamper/tokens';
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { createOidcVerifier } from '../../../packages/server/src/delivery/adapters/oidc/oidc-verifier.ts';
import { oneByOne, race } from '../race.ts';
import { alternate } from './alternate.ts';
import { print, printHead, printRace } from './ratio-rows.ts';

const rounds = { warmUp: 4, count: 9 };
/** As many as are in flight. */
const requestsOfRound = 16;
const baseUrl = 'http://mintmark.local';

type Client = ReturnType<typeof createClient>;
type Root = NonNullable<Server['root']>;

/** Compares logins with whoami, sign-ups with the wallet alone, and ID tokens with the verification of a bare JWT. */
export async function benchSignIn(): Promise<void> {
  await using server = await createServer({ database: 'ephemeral' });
  const { root, fetch } = server;
  if (!root?.apiPrivateKey) throw new Error('the database was not empty');
  const { organizationId, apiPublicKey: publicKey, apiPrivateKey: privateKey } = root;
  const options = { baseUrl, fetch, organizationId };
  const client = createClient({ ...options, stamper: createP256Stamper({ publicKey, privateKey }) });
  printHead(`signing in, in one process, ${requestsOfRound} in flight`);
  const whoami = () => timed(() => client.whoami());
  const stampLogin = () =>
    timed(() => client.stampLoginOrThrow({ publicKey: generatePrivateKey('p256').publicKey.hex }));
  print('stamp_login beside whoami', await alternate(stampLogin, whoami, rounds));
  print('otp_login beside whoami', await alternate(await otpLogins(server, root, client), whoami, rounds));
  await benchSignUp(server, root, client);
  await benchContacts(client);
  await benchOidc();
}

/** Logs in with codes that were sent before the time is taken. */
async function otpLogins(server: Server, root: Root, client: Client): Promise<() => Promise<number>> {
  let people = 0;
  const { organizationId } = root;
  return async () => {
    const logins = await Promise.all(
      Array.from({ length: requestsOfRound }, async () => {
        const contact = `person${++people}@example.com`;
        const user = { userName: contact, userEmail: contact, apiKeys: [], authenticators: [], oauthProviders: [] };
        const { subOrganizationId } = await client.createSubOrganizationOrThrow({
          subOrganizationName: contact,
          rootUsers: [user],
          rootQuorumThreshold: 1,
        });
        const sent = await client.initOtpOrThrow({ otpType: 'OTP_TYPE_EMAIL', contact, appName: 'Bench' });
        const key = generatePrivateKey('p256');
        const attempt = { otpCode: await codeOf(server, contact), publicKey: key.publicKey.hex };
        const encryptedOtpBundle = await sealOtp(attempt, { ...sent, organizationId, signerPublicKey: root.keys.otp });
        const { verificationToken } = await client.verifyOtpOrThrow({ otpId: sent.otpId, encryptedOtpBundle });
        const { id } = JSON.parse(Buffer.from(verificationToken.split('.')[1] ?? '', 'base64url').toString());
        const publicKey = generatePrivateKey('p256').publicKey.hex;
        const signer = createP256Signer(key.toApiKey());
        const signed = await signClientMessage(buildLoginMessage(id, publicKey), signer);
        const clientSignature = { ...signed, scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256' as const };
        return [{ verificationToken, publicKey, clientSignature }, { organizationId: subOrganizationId }] as const;
      }),
    );
    return timed((index) => client.otpLoginOrThrow(...(logins[index] as (typeof logins)[number])));
  };
}

/** The code in the mail to a contact, as soon as it has arrived. */
async function codeOf({ mailbox }: Server, contact: string): Promise<string> {
  for (;;) {
    const text = mailbox.findLast(({ to }) => to === contact)?.text ?? '';
    const [code] = /(?<=\n)[0-9A-Z]{9}(?=\n)/.exec(text) ?? [];
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;
const wallet = { walletName: 'Wallet', accounts: [account] };

/** The proxy has a limit for each address, so this has few rounds. */
async function benchSignUp({ fetch }: Server, { authProxyConfigId }: Root, client: Client): Promise<void> {
  const proxy = createAuthProxyClient({ baseUrl, fetch, authProxyConfigId });
  const signUp = () => {
    const { publicKey } = generatePrivateKey('p256').toApiKey();
    const apiKey = { apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' } as const;
    return proxy.signupV2({ apiKeys: [apiKey], authenticators: [], oauthProviders: [], wallet });
  };
  let wallets = 0;
  const createWallet = () => client.createWalletOrThrow({ ...wallet, walletName: `Wallet ${++wallets}` });
  const few = { warmUp: 3, count: 7, requests: 8 };
  const pairs = await alternate(
    () => timed(signUp, few.requests),
    () => timed(createWallet, few.requests),
    few,
  );
  print('sign-up with a wallet beside create_wallet', pairs);
}

/** A code for a contact of nobody takes the same work. */
async function benchContacts(client: Client): Promise<void> {
  // Each contact may have three codes.
  const count = Math.ceil(((rounds.warmUp + rounds.count) * requestsOfRound) / 3);
  const contactOf = (name: string, index: number) => `${name}${index % count}@example.com`;
  const rootUsers = Array.from({ length: count }, (_, index) => {
    const userEmail = contactOf('known', index);
    return { userName: userEmail, userEmail, apiKeys: [], authenticators: [], oauthProviders: [] };
  });
  const { subOrganizationId: organizationId } = await client.createSubOrganizationOrThrow({
    subOrganizationName: 'Known',
    rootUsers,
    rootQuorumThreshold: 1,
  });
  const initTo = (name: string) => {
    let requests = 0;
    return () =>
      timed(() => {
        const input = { otpType: 'OTP_TYPE_EMAIL', contact: contactOf(name, requests++), appName: 'Bench' } as const;
        return client.initOtpOrThrow(input, { organizationId });
      });
  };
  print(
    'init_otp for a known contact beside an unknown one',
    await alternate(initTo('known'), initTo('unknown'), rounds),
  );
}

/** The whole verification of an ID token, with keys that are known, beside that of its signature and expiry. */
async function benchOidc(): Promise<void> {
  const issuer = 'https://issuer.example';
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'key', alg: 'ES256', use: 'sig' }] };
  const token = await new SignJWT({ nonce: createHash('sha256').update('key').digest('hex') })
    .setProtectedHeader({ alg: 'ES256', kid: 'key', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience('client')
    .setSubject('person')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey);
  const answerTo = (url: string) =>
    url.endsWith('openid-configuration') ? { issuer, jwks_uri: `${issuer}/jwks` } : jwks;
  const fetch = async ({ url }: { readonly url: string }) => ({
    status: 200,
    headers: {},
    text: JSON.stringify(answerTo(url)),
  });
  const verifier = createOidcVerifier({ issuers: [{ issuer }], fetch: fetch as never, clock: () => new Date() });
  const { signal } = new AbortController();
  const local = createLocalJWKSet(jwks);
  const bare = oneByOne(() => jwtVerify(token, local));
  printRace(
    'ID token, keys known, beside a bare JWT',
    await race(
      bare,
      oneByOne(() => verifier.verify(token, { signal })),
    ),
  );
}

/** The time of one request, if this many are in flight. */
async function timed(send: (index: number) => Promise<unknown>, requests = requestsOfRound): Promise<number> {
  const start = performance.now();
  await Promise.all(Array.from({ length: requests }, (_, index) => send(index)));
  return (performance.now() - start) / requests;
}
