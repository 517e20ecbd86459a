/**
 * What a request to the sign-up proxy costs besides the token of every request. A token is about 1.6 ms of one core, which is what an
 * empty request takes. An organization with its user takes 6 ms, a wallet 5 ms, each account or credential half a millisecond, which
 * is rounded up because all of it is stored.
 */
export const signUpCosts = { organization: 3, credential: 1, wallet: 2, account: 1 } as const;
