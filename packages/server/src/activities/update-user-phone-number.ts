import updateUserPhoneNumber from '@mintmark/schema/activities/update-user-phone-number';
import { implement } from '../implement.ts';
import { changeContact } from '../users/change-contact.ts';

export default implement(updateUserPhoneNumber, (context, { userId, userPhoneNumber, verificationToken }) =>
  changeContact(context, 'phoneNumber', { userId, value: userPhoneNumber, verificationToken }),
);
