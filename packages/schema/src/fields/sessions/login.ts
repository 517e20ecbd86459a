import { z } from 'zod';
import { flag, id, jwt, p256PublicKey, seconds } from '../../vocabulary.ts';

/** What every login asks for. */
export const loginFields = {
  publicKey: p256PublicKey('Public key of the client, which becomes the session key.'),
  expirationSeconds: seconds('Lifetime of the session in seconds. Defaults to 900 (15 minutes).').optional(),
  invalidateExisting: flag('Whether to end the other login sessions of the user.').optional(),
  sessionProfileId: id('The session profile to use. If absent, the session may read and write.').optional(),
};

/** What every login answers with. */
export const loginResult = z.object({
  session: jwt('Signed token with the expiry, public key, session type, user ID and organization ID of the session.'),
});
