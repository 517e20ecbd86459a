import getSessionProfile from '@mintmark/schema/operations/sessions/get-session-profile';
import { answer } from '../../core/handlers/implement.ts';
import { requireSessionProfile, sessionProfileRecord } from '../../identity/sessions/session-profile.ts';

export default answer(getSessionProfile, async (context, { sessionProfileId }) => ({
  sessionProfile: sessionProfileRecord(await requireSessionProfile(context, sessionProfileId)),
}));
