const server = (variable: string, description: string) => ({
  url: `{${variable}}`,
  description,
  variables: { [variable]: { default: 'http://127.0.0.1:8080', description: 'The base URL.' } },
});

/**
 * Both are at the root, although only sign-up uses the second: generated clients take the servers of one operation as
 * literal text, including the braces.
 */
export const servers = [
  server('base_url', 'The service API.'),
  server('auth_proxy_url', 'The sign-up proxy: the same address, unless it is deployed separately.'),
];
