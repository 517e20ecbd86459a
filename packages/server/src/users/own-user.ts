/** Users may manage their own credentials by default. */
export const ownUser = {
  ownUser: ({ userId }: { readonly userId: string }): string => userId.toLowerCase(),
};

/** Users may act only for themselves, whoever else approves it. */
export const forUser = {
  forUser: ({ userId }: { readonly userId: string }): string => userId.toLowerCase(),
};
