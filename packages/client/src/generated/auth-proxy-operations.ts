// Made by `npm run generate` from packages/openapi/v1/openapi.json. Do not edit.

/**
 * Sign up.
 *
 * Onboards a new user: makes a sub-organization with the user as its root user and, if asked, a wallet. The same bytes sent again within 24 hours get the first answer.
 */
export const signupV2 = { repeatable: true } as const;
