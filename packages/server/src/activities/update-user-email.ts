import updateUserEmail from '@mintmark/schema/activities/update-user-email';
import { implement } from '../implement.ts';
import { changeContact } from '../users/change-contact.ts';

export default implement(updateUserEmail, (context, { userId, userEmail, verificationToken }) =>
  changeContact(context, 'email', { userId, value: userEmail, verificationToken }),
);
