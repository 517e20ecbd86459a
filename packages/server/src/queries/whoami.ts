import whoami from '@mintmark/schema/queries/whoami';
import { answerFromCaller } from '../implement.ts';

export default answerFromCaller(
  whoami,
  ({ caller: { organization, userId, userName } }) => ({
    organizationId: organization.id,
    organizationName: organization.name,
    userId,
    username: userName,
  }),
  { resolvesParent: true },
);
