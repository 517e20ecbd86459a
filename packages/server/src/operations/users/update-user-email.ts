import updateUserEmail from '@mintmark/schema/operations/users/update-user-email';
import { implement } from '../../contract/implement.ts';
import { changeContact, verifyContact } from '../../users/change-contact.ts';
import { changesUser } from '../../users/own-user.ts';

export default implement(updateUserEmail, {
  ...changesUser,
  isNeeded: ({ verificationToken }) => verificationToken !== undefined,
  inputs: async () => undefined,
  prepare: (context, { userEmail: value, verificationToken }) =>
    verifyContact(context, 'email', { value, verificationToken }),
  execute: (context, { userId, userEmail: value }, proof) => changeContact(context, 'email', { userId, value, proof }),
});
