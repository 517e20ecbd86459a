import { organizationId } from '../../vocabulary.ts';
import { loginFields } from '../sessions/login.ts';

const { publicKey, invalidateExisting } = loginFields;

/** What every login through the sign-up proxy asks for. */
export const proxyLoginFields = {
  publicKey,
  invalidateExisting,
  organizationId: organizationId(
    'The sub-organization of the user. If absent, the one that has the verified contact or identity.',
  ).optional(),
};
