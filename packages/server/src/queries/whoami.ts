import whoami from '@mintmark/schema/queries/whoami';
import { answer } from '../implement.ts';

export default answer(
  whoami,
  async ({ caller: { organization, userId, userName } }) => ({
    organizationId: organization.id,
    organizationName: organization.name,
    userId,
    username: userName,
  }),
  { resolvesParent: true },
);
