/** Users manage their own credentials: that is allowed by default. */
export const ownUser = {
  ownUser: ({ userId }: { readonly userId: string }): string => userId.toLowerCase(),
};
