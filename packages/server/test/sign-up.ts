import { registry } from '@mintmark/schema';
import { newAddress, sendBytes } from './exchange.ts';
import type { Reply, Service } from './service.ts';

interface ProxyReply extends Reply {
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a request to the sign-up proxy, from an address of its own unless told otherwise. A header may be sent twice. */
export async function askProxy(
  { app, authProxyConfigId }: Pick<Service, 'app' | 'authProxyConfigId'>,
  operation: string,
  request: object | string,
  headers: Readonly<Record<string, readonly string[]>> = {},
  address = newAddress(),
): Promise<ProxyReply> {
  const unit = Object.values(registry).find(({ name }) => name === operation);
  const body = typeof request === 'string' ? request : JSON.stringify(request);
  const sent = { 'x-auth-proxy-config-id': [authProxyConfigId], ...headers };
  const answer = await sendBytes(app, unit?.path ?? '', Buffer.from(body), sent, address);
  const json = JSON.parse(answer.body);
  return { ...answer, json, error: json.details?.[0]?.errorCode, body };
}

/** A sign-up without credentials. */
export const nobody = { apiKeys: [], authenticators: [], oauthProviders: [] };
