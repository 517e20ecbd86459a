import { createAttestedStamper, type PrivateKey } from '@mintmark/stamper';
import { sealOtp } from '@mintmark/stamper/bundles';
import {
  buildLoginMessage,
  buildSignupMessage,
  type ClientSignature,
  createP256Signer,
  type SignupUsage,
  signClientMessage,
} from '@mintmark/stamper/tokens';
import { saying } from './refusals.ts';
import { type Actor, decide, type Stage } from './stage.ts';
import type { Call, Done, Refusal } from './story.ts';

/** Submits an activity as the root user of a stage, and has it approved where that takes a council. */
export const carryOut = ({ root, council }: Stage, method: string, input: object) =>
  root === council[0] ? decide(council, method, input) : root.call(method, input);

/** Adds a user who has an e-mail address. */
export async function addReachableUser(stage: Stage): Promise<{ readonly userId: string; readonly userEmail: string }> {
  const userEmail = stage.newEmail();
  const users = [stage.newUser({ userTags: [], userEmail })];
  const { result } = await carryOut(stage, 'createUsers', { users });
  return { userId: result.userIds[0], userEmail };
}

/** A code that a client has sealed, by the bundle. The story of what follows needs its key. */
const attempts = new Map<string, { readonly otpCode: string; readonly client: PrivateKey }>();

export const attemptOf = (encryptedOtpBundle: string) => {
  const attempt = attempts.get(encryptedOtpBundle);
  if (!attempt) throw new Error('no client of this stage sealed this bundle');
  return attempt;
};

interface Requested {
  readonly otpId: string;
  readonly otpEncryptionTargetBundle: string;
}

type RequestCode = (by: Actor, contact: string) => Promise<Requested>;

/** Seals a code and the key of a new client. Stories trust the signer that the target names. */
async function sealCode(
  stage: Stage,
  { organizationId }: Pick<Actor, 'organizationId'>,
  { otpId, otpEncryptionTargetBundle }: Requested,
  otpCode: string,
): Promise<string> {
  const client = stage.newKey();
  const signerPublicKey = JSON.parse(otpEncryptionTargetBundle).enclaveQuorumPublic as string;
  const to = { otpEncryptionTargetBundle, signerPublicKey, organizationId, otpId };
  const encryptedOtpBundle = await sealOtp({ otpCode, publicKey: client.publicKey.hex }, to);
  attempts.set(encryptedOtpBundle, { otpCode, client });
  return encryptedOtpBundle;
}

/** What the client of a verified passcode holds. */
interface Held {
  readonly verificationToken: string;
  readonly client: PrivateKey;
}

export const heldBy = ({ input, output }: Done): Held => ({
  verificationToken: output.verificationToken,
  client: attemptOf(input.encryptedOtpBundle).client,
});

/** Requests a code for an e-mail address, in the organization of an actor who decides alone. */
export const requestCode: RequestCode = (by, contact) =>
  by.call('initOtpOrThrow', { otpType: 'OTP_TYPE_EMAIL', contact, appName: 'Conformance' });

/** Requests a code for an e-mail address through the sign-up proxy of the target. */
export const requestProxyCode: RequestCode = (visitor, contact) =>
  visitor.call('otpInitV2', { otpType: 'OTP_TYPE_EMAIL', contact });

/** The input that verifies the code that was sent to a contact. */
export const verificationInput = async (stage: Stage, by: Actor, requested: Requested, contact: string) => ({
  otpId: requested.otpId,
  encryptedOtpBundle: await sealCode(stage, by, requested, await stage.readCode(contact)),
});

/** The reasons to refuse a code, in every operation that verifies codes. */
export const verificationRefusals = (request: RequestCode) => ({
  INVALID_OTP_CODE: (async (stage, call) => {
    const requested = await request(call.by, stage.newEmail());
    const encryptedOtpBundle = await sealCode(stage, call.by, requested, 'WRONG');
    return { ...call, input: { otpId: requested.otpId, encryptedOtpBundle } };
  }) satisfies Refusal,
  INVALID_OTP_BUNDLE: saying(() => ({ encryptedOtpBundle: '{}' })),
});

/** Has a contact verified in the organization of an actor who decides alone. */
export async function obtainToken(stage: Stage, by: Actor, contact: string): Promise<Held> {
  const input = await verificationInput(stage, by, await requestCode(by, contact), contact);
  return heldBy({ input, output: await by.call('verifyOtpOrThrow', input), activity: undefined });
}

/** Has a contact verified through the sign-up proxy of the target. */
export async function obtainProxyToken(stage: Stage, contact: string): Promise<Held> {
  const { visitor } = stage;
  const input = await verificationInput(stage, visitor, await requestProxyCode(visitor, contact), contact);
  return heldBy({ input, output: await visitor.call('otpVerifyV2', input), activity: undefined });
}

/** Signs a person with an e-mail address up, in a sub-organization of the stage. */
export async function signUpWith(stage: Stage, userEmail: string): Promise<void> {
  const { verificationToken, client } = await obtainProxyToken(stage, userEmail);
  const credentials = { apiKeys: [stage.newApiKey()], authenticators: [], oauthProviders: [] };
  const clientSignature = await signUp(client, tokenIdOf(verificationToken), { ...credentials, email: userEmail });
  const named = { userName: 'Ada', organizationName: stage.name };
  await stage.visitor.call('signupV2', { ...named, ...credentials, verificationToken, clientSignature });
}

type Attested = { readonly verificationToken: string } | { readonly oidcToken: string };

/** Somebody who stamps with the key of a client, and a token that should name it. */
export const attestedBy = (
  stage: Stage,
  organizationId: string,
  { client = stage.newKey(), ...token }: Attested & Partial<Pick<Held, 'client'>>,
): Actor => stage.actorWith(organizationId, createAttestedStamper({ signer: signerOf(client), ...token }));

export const tokenIdOf = (token: string): string =>
  JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))).id;

const signerOf = (client: PrivateKey) => createP256Signer(client.toApiKey());

export const signLogin = (client: PrivateKey, tokenId: string, sessionKey: string): Promise<ClientSignature> =>
  signClientMessage(buildLoginMessage(tokenId, sessionKey), signerOf(client));

export const signUp = (client: PrivateKey, tokenId: string, usage: SignupUsage): Promise<ClientSignature> =>
  signClientMessage(buildSignupMessage(tokenId, usage), signerOf(client));

/** The keys of clients by their tokens, for the refusals of a login. */
const clients = new Map<string, PrivateKey>();

/** The input of a login with a token and a session key. */
export async function loginInput({ verificationToken, client }: Held, publicKey: string) {
  clients.set(verificationToken, client);
  const clientSignature = await signLogin(client, tokenIdOf(verificationToken), publicKey);
  return { verificationToken, publicKey, clientSignature };
}

/** The same login with another session key, properly signed. */
export function withSessionKey({ verificationToken }: Call['input'], publicKey: string) {
  const client = clients.get(verificationToken);
  if (!client) throw new Error('no client of this stage holds this token');
  return loginInput({ verificationToken, client }, publicKey);
}
