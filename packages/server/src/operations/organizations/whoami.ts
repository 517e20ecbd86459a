import whoami from '@mintmark/schema/operations/organizations/whoami';
import { answerFromCaller } from '../../core/handlers/implement.ts';

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
