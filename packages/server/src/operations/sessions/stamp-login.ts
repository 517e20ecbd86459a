import stampLogin from '@mintmark/schema/operations/sessions/stamp-login';
import { implement, theCaller } from '../../contract/implement.ts';
import { logIn } from '../../sessions/login.ts';

export default implement(stampLogin, (context, parameters) => logIn(context, context.caller.userId, parameters), {
  ownUser: () => theCaller,
  resolvesParent: true,
});
