import updateUserPhoneNumber from '@mintmark/schema/operations/users/update-user-phone-number';
import { implement } from '../../contract/implement.ts';
import { changeContact } from '../../users/change-contact.ts';

export default implement(updateUserPhoneNumber, (context, { userId, userPhoneNumber, verificationToken }) =>
  changeContact(context, 'phoneNumber', { userId, value: userPhoneNumber, verificationToken }),
);
