import { openOtp, p256Keys, signOtpTarget } from '@mintmark/stamper/bundles';
import { createP256Signer, signSessionToken, signVerificationToken } from '@mintmark/stamper/tokens';
import type { Fetch } from '../src/index.ts';
import { organizationId } from './caller.ts';
import { keepSecret } from './failure.ts';

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it freely.
  readonly body: any;
  readonly text: string;
}

/** An answer instead of the usual one. */
type Instead = (received: Received) => Response | undefined | Promise<Response | undefined>;

export const newOrganizationId = 'c41f08b7-9e2d-4a63-b5d0-87f6a3e1c294';
export const userId = 'b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14';
export const authProxyConfigId = 'b1e52f0a-6d3c-4f7e-9a08-c4d21e7b5f96';
export const tokenId = '2d8f6c1e-95a4-4b07-8e3d-7c0a5b9f1e62';
export const code = keepSecret('7K3QZ9XWM');

const otpId = '0f7a2c9e-4b61-4d83-9a5e-6c8b1d3f2e70';

export const refuse = (status: number, errorCode: string): Response =>
  Response.json({ code: 3, message: 'the words of the service', details: [{ errorCode }] }, { status });

/** The sign-in side of a service, with real keys, in memory. It keeps what it received. */
export function createSignInService({ hasAccount = true, lifetimeSeconds = 900 } = {}) {
  const otp = p256Keys.generatePrivateKey();
  const target = p256Keys.generatePrivateKey();
  const signer = createP256Signer(otp.toApiKey());
  const tokenSigner = { kid: 'test', sign: signer.sign };
  const requests: Received[] = [];
  let instead: Instead = () => undefined;

  const sessionOf = async (publicKey: string) => ({
    session: await signSessionToken(
      {
        exp: Math.floor(Date.now() / 1000) + lifetimeSeconds,
        public_key: publicKey,
        session_type: 'SESSION_TYPE_READ_WRITE',
        user_id: userId,
        organization_id: newOrganizationId,
      },
      tokenSigner,
    ),
  });

  const answers: Readonly<Record<string, (body: Received['body']) => Promise<object>>> = {
    '/v1/otp_init_v2': async () => ({
      otpId,
      otpEncryptionTargetBundle: await signOtpTarget(target.publicKey.hex, { organizationId, otpId, signer }),
    }),
    '/v1/otp_verify_v2': async ({ encryptedOtpBundle }) => {
      const { otpCode, publicKey } = await openOtp(encryptedOtpBundle, target);
      if (otpCode !== code) throw new Error(`the code is ${otpCode}`);
      const claims = {
        exp: Math.floor(Date.now() / 1000) + 3600,
        id: tokenId,
        organization_id: organizationId,
        verification_type: 'OTP_TYPE_EMAIL',
        contact: 'ada@example.com',
        public_key: publicKey.hex,
      } as const;
      return { verificationToken: keepSecret(await signVerificationToken(claims, tokenSigner)) };
    },
    '/v1/account': async () => (hasAccount ? { organizationId: newOrganizationId } : {}),
    '/v1/otp_login_v2': ({ publicKey }) => sessionOf(publicKey),
    '/v1/oauth_login': ({ publicKey }) => sessionOf(publicKey),
    '/v1/signup_v2': async ({ wallet }) => ({
      organizationId: newOrganizationId,
      userId,
      ...(wallet && { wallet: { walletId: 'w', addresses: ['0x1'] } }),
    }),
    '/public/v1/submit/stamp_login': async ({ parameters, organizationId }) => ({
      activity: {
        id: '0b9a5f2e-7c31-4d86-a2f4-91e8c6d0b357',
        organizationId,
        type: 'ACTIVITY_TYPE_STAMP_LOGIN',
        status: 'ACTIVITY_STATUS_COMPLETED',
        result: { stampLoginResult: await sessionOf(parameters.publicKey) },
      },
    }),
    '/public/v1/query/whoami': async () => ({ organizationId, organizationName: 'Example', userId, username: 'Ada' }),
  };

  const fetch: Fetch = async (url, init) => {
    const text = String(init.body);
    const { pathname: path } = new URL(url);
    const headers = Object.fromEntries(new Headers(init.headers as Record<string, string>).entries());
    const received = { path, headers, body: JSON.parse(text), text };
    requests.push(received);
    const answer = answers[path] ?? (async () => ({}));
    return (await instead(received)) ?? Response.json(await answer(received.body));
  };

  return {
    options: { baseUrl: 'https://mintmark.example.com', organizationId, authProxyConfigId, fetch },
    otpPublicKey: otp.publicKey.hex,
    requests,
    paths: () => requests.map(({ path }) => path),
    /** The last request to a path. */
    last: (path: string) => requests.findLast((request) => request.path === path)?.body,
    answerInstead(answer: Instead) {
      instead = answer;
    },
    sessionOf,
  };
}

/** Passkeys whose user consents. Nobody verifies them here. */
export function createPasskeys() {
  const asked: string[] = [];
  const bytes = (length: number) => new Uint8Array(length).buffer;
  const response = {
    ...{ clientDataJSON: bytes(3), authenticatorData: bytes(37), signature: bytes(70), attestationObject: bytes(5) },
    getTransports: () => ['internal'],
  };
  const ask = (what: string) => async (options: object) => {
    asked.push(what);
    last = options;
    return { rawId: bytes(16), response };
  };
  let last: object = {};
  return { asked, last: () => last, credentials: { create: ask('create'), get: ask('get') } };
}
