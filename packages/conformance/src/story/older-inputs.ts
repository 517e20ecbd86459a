type Input = Readonly<Record<string, unknown>>;
type Items = readonly Input[];

const withoutCurve = ({ curveType: _, ...apiKey }: Input) => apiKey;

/** The input of a story as an older type takes it, by that type. */
export const olderInputs: Readonly<Record<string, (input: Input) => Input>> = {
  ACTIVITY_TYPE_CREATE_API_KEYS: ({ apiKeys, ...input }) => ({
    ...input,
    apiKeys: (apiKeys as Items).map(withoutCurve),
  }),
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7: (input) => input,
  ACTIVITY_TYPE_CREATE_USERS_V3: (input) => input,
  ACTIVITY_TYPE_CREATE_USERS_V2: ({ users }) => ({
    users: (users as Items).map(({ oauthProviders: _, apiKeys, ...user }) => ({
      ...user,
      apiKeys: (apiKeys as Items).map(withoutCurve),
    })),
  }),
};
