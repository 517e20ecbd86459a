import { obtainToken, signUp, tokenIdOf } from '../passcodes.ts';
import { badCursor } from '../refusals.ts';
import type { Story } from '../story.ts';

/** The sub-organizations that signed up with an e-mail address, oldest first. */
const signedUp = new Map<string, string[]>();

export default {
  by: ({ parent }) => parent,
  input: async (stage) => {
    const { parent, name } = stage;
    const email = stage.newEmail();
    const organizationIds: string[] = [];
    for (let count = 0; count < 2; count++) {
      const user = stage.newUser({ userEmail: email });
      const { verificationToken, client } = await obtainToken(stage, parent, email);
      const usage = { apiKeys: user.apiKeys, authenticators: [], oauthProviders: [], email };
      const made = await parent.call('createSubOrganizationOrThrow', {
        subOrganizationName: name,
        rootUsers: [user],
        rootQuorumThreshold: 1,
        verificationToken,
        clientSignature: await signUp(client, tokenIdOf(verificationToken), usage),
      });
      organizationIds.push(made.subOrganizationId);
    }
    signedUp.set(email, organizationIds);
    return { filterType: 'EMAIL', filterValue: email, paginationOptions: { limit: '1' } };
  },
  shows: ({ filterValue }) => ({ organizationIds: signedUp.get(filterValue)?.toReversed() ?? [] }),
  refusals: badCursor,
} satisfies Story;
