import updateUserPhoneNumber from '@mintmark/schema/operations/users/update-user-phone-number';
import { implement } from '../../core/handlers/implement.ts';
import { changesUser } from '../../identity/users/about-user.ts';
import { changeContact, verifyContact } from '../../identity/users/change-contact.ts';
import { idsWithContacts } from '../../identity/users/users-with-contact.ts';

export default implement(updateUserPhoneNumber, {
  ...changesUser,
  changedUsers: async (parameters, context) => [parameters.userId, ...(await idsWithContacts(context, [parameters]))],
  isNeeded: ({ verificationToken }) => verificationToken !== undefined,
  inputs: async () => undefined,
  prepare: (context, { userPhoneNumber: value, verificationToken }) =>
    verifyContact(context, 'phoneNumber', { value, verificationToken }),
  execute: (context, { userId, userPhoneNumber: value }, proof) =>
    changeContact(context, 'phoneNumber', { userId, value, proof }),
});
