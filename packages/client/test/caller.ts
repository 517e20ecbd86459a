import { createP256Stamper, generatePrivateKey } from '@mintmark/stamper';
import { type ClientOptions, createClient, type Stamper } from '../src/index.ts';
import { keepSecret } from './failure.ts';

export const organizationId = '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8';

export const apiKey = generatePrivateKey('p256').toApiKey();
keepSecret(apiKey.privateKey);

const { stamp } = createP256Stamper(apiKey);

/** A real stamper that counts. Whatever it stamps, and the stamps, are secrets from then on. */
export function createCountingStamper() {
  const bodies: string[] = [];
  const stamper: Stamper = {
    async stamp(body) {
      bodies.push(keepSecret(body));
      const made = await stamp(body);
      keepSecret(made.value);
      return made;
    },
  };
  return { ...stamper, bodies };
}

/** A client of somebody with a key, whose requests are all secret. */
export const clientOf = (service: { readonly url: string }, options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: service.url, stamper: createCountingStamper(), organizationId, ...options });

/** Parameters of createUsers, with a text that must not show anywhere. */
export const users = {
  users: [
    {
      userName: keepSecret('Ada of the secret name, é…🔑'),
      userEmail: keepSecret('ada.secret@example.com'),
      apiKeys: [],
      authenticators: [],
      oauthProviders: [],
      userTags: [],
    },
  ],
};
