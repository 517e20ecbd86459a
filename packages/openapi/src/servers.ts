import type { Unit } from '@mintmark/schema';

const server = (variable: string, description: string) => ({
  url: `{${variable}}`,
  description,
  variables: { [variable]: { default: 'http://127.0.0.1:8080', description: 'Where the service runs.' } },
});

export const servers = [server('base_url', 'The service API.')];

const authProxyServers = [server('auth_proxy_url', 'The sign-up proxy; the same address unless it is deployed apart.')];

/** The servers of an operation where they are not those of the whole document. */
export const serverOf = (unit: Unit) => unit.kind === 'proxy' && { servers: authProxyServers };
