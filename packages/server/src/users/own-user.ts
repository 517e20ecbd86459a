/** Users may manage their own credentials by default. */
export const ownUser = {
  ownUser: ({ userId }: { readonly userId: string }): string => userId.toLowerCase(),
};
