import updateUserPhoneNumber from '@mintmark/schema/operations/users/update-user-phone-number';
import { implement } from '../../contract/implement.ts';
import { changesUser } from '../../users/about-user.ts';
import { changeContact, verifyContact } from '../../users/change-contact.ts';
import { idsWithContacts } from '../../users/users-with-contact.ts';

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
