import { generatePrivateKey } from '@mintmark/stamper';
import { type PasscodeService, signLogin } from '../passcodes.ts';
import { outcomeOf } from '../policies.ts';
import type { Actor, Reply } from '../service.ts';
import type { UserState } from './state.ts';
import { isOfThief, type Thief } from './thief.ts';

/** Tries to log in as a user who has a contact or an identity of the thief, and returns the answers. */
export async function logIn(rig: PasscodeService, thief: Thief, by: Actor, user: UserState): Promise<Reply[]> {
  // Users of the parent log in users of sub-organizations.
  const actor = { ...by, organizationId: user.organizationId };
  const replies: Reply[] = [];
  const isDone = (reply: Reply) => {
    replies.push(reply);
    return outcomeOf(reply) === 'COMPLETED';
  };
  for (const sub of user.credentials.filter(isOfThief.identity)) {
    const publicKey = thief.newPublicKey();
    const oidcToken = thief.newIdentityToken(sub, publicKey);
    replies.push(await rig.service.submit(actor, 'oauth_login', { oidcToken, publicKey }));
  }
  if (!isOfThief.email(user.email)) return replies;
  const requested = await rig.request(actor, user.email);
  if (!isDone(requested)) return replies;
  const of = { organizationId: user.organizationId, ...requested.json.activity.result.initOtpResultV2 };
  const client = generatePrivateKey('p256');
  const verified = await rig.tryCode(actor, of, await rig.codeOf(user.email), client);
  if (!isDone(verified)) return replies;
  const { verificationToken } = verified.json.activity.result.verifyOtpResult;
  const publicKey = thief.newPublicKey();
  const clientSignature = await signLogin({ verificationToken, client }, publicKey);
  isDone(await rig.service.submit(actor, 'otp_login', { verificationToken, publicKey, clientSignature }));
  return replies;
}
