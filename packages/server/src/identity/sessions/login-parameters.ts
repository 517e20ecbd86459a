/** What policies see of the parameters of every login. */
export const loginParameters = {
  policyParameters: ({ sessionProfileId = '' }: { readonly sessionProfileId?: string | undefined }) => ({
    session_profile_id: sessionProfileId.toLowerCase(),
  }),
};
