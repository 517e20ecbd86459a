import updateUserEmail from '@mintmark/schema/operations/users/update-user-email';
import { implement } from '../../core/handlers/implement.ts';
import { changesUser } from '../../identity/users/about-user.ts';
import { changeContact, verifyContact } from '../../identity/users/change-contact.ts';
import { idsWithContacts } from '../../identity/users/users-with-contact.ts';

export default implement(updateUserEmail, {
  ...changesUser,
  changedUsers: async (parameters, context) => [parameters.userId, ...(await idsWithContacts(context, [parameters]))],
  isNeeded: ({ verificationToken }) => verificationToken !== undefined,
  inputs: async () => undefined,
  prepare: (context, { userEmail: value, verificationToken }) =>
    verifyContact(context, 'email', { value, verificationToken }),
  execute: (context, { userId, userEmail: value }, proof) => changeContact(context, 'email', { userId, value, proof }),
});
