import { type Curve, createPrivateKey, generatePrivateKey, parsePublicKey, type Verdict } from '@mintmark/stamper';
import {
  openClientSecret,
  openExportedMnemonic,
  openExportedPrivateKey,
  openImportedMnemonic,
  openImportedPrivateKey,
  openOtp,
  openSessionCredential,
  sealImportedMnemonic,
  sealOtp,
} from '@mintmark/stamper/bundles';
import { decodeBase64Url, decodeEcdsaDer, decodeHex, decodeUtf8, encodeHex } from '@mintmark/stamper/encoding';
import {
  importJwks,
  verifyLoginSignature,
  verifySessionToken,
  verifySignupSignature,
  verifyVerificationToken,
} from '@mintmark/stamper/tokens';
import {
  createCredentialKey,
  createVerifier,
  decodeApiKeyStamp,
  decodeAttestedStamp,
  decodeWebAuthnStamp,
  verifyApiKeyStamp,
  verifyAssertion,
  verifyAttestationBinding,
  verifyAttestedStamp,
  verifyRegistration,
} from '@mintmark/stamper/verify';

// biome-ignore lint/suspicious/noExplicitAny: the vector file defines the input of a check.
type Check = (input: any) => Promise<unknown>;

const bytes = (hex: string) => decodeHex(hex, 'vector');
const utf8 = (text: string) => new TextEncoder().encode(text);

/** Memoizes the creation of keys, as a program that keeps its keys does. */
function kept<Key>(make: (...key: never[]) => Key): (...key: unknown[]) => Key {
  const made = new Map<string, Key>();
  return (...key) => {
    const name = JSON.stringify(key);
    const found = made.get(name) ?? make(...(key as never[]));
    made.set(name, found);
    return found;
  };
}

const newKey = kept(() => generatePrivateKey('p256'));
const p256 = kept((secret: string) => createPrivateKey('p256', bytes(secret)));
const verifierOf = kept(async (curve: Curve, hex: string) => createVerifier(parsePublicKey(curve, hex)));
const credentialKeyOf = kept((cose: string) => createCredentialKey(cose));
const trustedKeysOf = kept((jwks: unknown) => importJwks(jwks));

/** Returns the verified value, or throws the error of a failed verification. */
function verified<Verified>(verdict: Verdict<Verified>): Omit<Verified, 'ok'> {
  if (!verdict.ok) throw verdict.error;
  const { ok, ...rest } = verdict;
  return rest as Omit<Verified, 'ok'>;
}

/** The check for each kind of vector. */
const checks: { readonly [check: string]: Check } = {
  hex: async ({ text }) => encodeHex(decodeHex(text, 'text')),
  base64url: async ({ text }) => encodeHex(decodeBase64Url(text, 'text')),
  utf8: async ({ bytes: hex }) => decodeUtf8(bytes(hex), 'bytes'),
  ecdsaDer: async ({ bytes: hex }) => encodeHex(decodeEcdsaDer(bytes(hex), 'bytes')),

  publicKey: async ({ curve, hex }) => parsePublicKey(curve, hex).hex,

  apiKeyStamp: async ({ curve, publicKey, body, stamp }) => {
    const credential = await verifierOf(curve, publicKey);
    const decoded = verified(decodeApiKeyStamp(stamp));
    return verified(await verifyApiKeyStamp({ ...decoded, body: utf8(body), credential })).scheme;
  },

  attestedStamp: async ({ body, stamp }) => {
    const decoded = verified(decodeAttestedStamp(stamp));
    return verified(await verifyAttestedStamp({ ...decoded, body: utf8(body) })).publicKey;
  },
  attestationBinding: async ({ claims, ...stamp }) => verified(await verifyAttestationBinding(stamp, claims)).publicKey,

  assertion: async ({ credential, policy, body, stamp }) => {
    const key = await credentialKeyOf(credential.publicKey);
    const decoded = verified(decodeWebAuthnStamp(stamp));
    const assertion = { stamp: decoded.stamp, body: utf8(body), credential: { ...credential, key }, policy };
    return verified(await verifyAssertion(assertion));
  },
  registration: async (input) => verified(await verifyRegistration(input)),

  sessionCredential: async ({ credentialBundle, targetPrivateKey }) =>
    (await openSessionCredential(credentialBundle, p256(targetPrivateKey))).toApiKey(),
  exportedMnemonic: async ({ exportBundle, targetPrivateKey, ...of }) =>
    openExportedMnemonic(exportBundle, { ...of, targetKey: p256(targetPrivateKey) }),
  exportedPrivateKey: async ({ exportBundle, targetPrivateKey, ...of }) =>
    encodeHex(await openExportedPrivateKey(exportBundle, { ...of, targetKey: p256(targetPrivateKey) })),
  importTarget: async (input) => {
    await sealImportedMnemonic('zoo zoo zoo', input);
  },
  importedMnemonic: async ({ encryptedBundle, targetPrivateKey }) =>
    decodeUtf8(await openImportedMnemonic(encryptedBundle, p256(targetPrivateKey)), 'mnemonic'),
  importedPrivateKey: async ({ encryptedBundle, targetPrivateKey }) =>
    encodeHex(await openImportedPrivateKey(encryptedBundle, p256(targetPrivateKey))),
  otpTarget: async (input) => {
    await sealOtp({ otpCode: '000000', publicKey: newKey().publicKey.hex }, input);
  },
  otp: async ({ encryptedOtpBundle, targetPrivateKey }) => {
    const { otpCode, publicKey } = await openOtp(encryptedOtpBundle, p256(targetPrivateKey));
    return { otpCode, publicKey: publicKey.hex };
  },
  clientSecret: async ({ encryptedClientSecret, servicePrivateKey }) =>
    openClientSecret(encryptedClientSecret, p256(servicePrivateKey)),

  sessionToken: async ({ token, jwks, nowMs }) =>
    verified(await verifySessionToken(token, await trustedKeysOf(jwks), { now: () => nowMs })).claims,
  verificationToken: async ({ token, jwks, nowMs }) =>
    verified(await verifyVerificationToken(token, await trustedKeysOf(jwks), { now: () => nowMs })).claims,
  loginSignature: async ({ clientSignature, token, sessionPublicKey }) => {
    verified(await verifyLoginSignature(clientSignature, token, sessionPublicKey));
  },
  signupSignature: async ({ clientSignature, token, signup }) => {
    verified(await verifySignupSignature(clientSignature, token, signup));
  },
};

export function checkOf(name: string): Check {
  const check = checks[name];
  if (!check) throw new Error(`there is no check called ${name}`);
  return check;
}
