import updateUserEmail from '@mintmark/schema/operations/users/update-user-email';
import { implement } from '../../contract/implement.ts';
import { changeContact } from '../../users/change-contact.ts';

export default implement(updateUserEmail, (context, { userId, userEmail, verificationToken }) =>
  changeContact(context, 'email', { userId, value: userEmail, verificationToken }),
);
