import getSessionProfiles from '@mintmark/schema/operations/sessions/get-session-profiles';
import { answer } from '../../core/handlers/implement.ts';
import { readSessionProfiles, sessionProfileRecord } from '../../identity/sessions/session-profile.ts';

export default answer(getSessionProfiles, async (context) => ({
  sessionProfiles: (await readSessionProfiles(context)).map(sessionProfileRecord),
}));
