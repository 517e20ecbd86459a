import { base64url, SoftwareAuthenticator } from './software-authenticator.ts';

/** What a page asks of the browser. */
interface Asked {
  readonly publicKey: { readonly challenge: Uint8Array };
}

/** The passkeys of one user at one page, for programs without a browser: a stand-in for `navigator.credentials`. */
export function createSoftwarePasskeys(origin: string) {
  const authenticator = new SoftwareAuthenticator('ES256');
  const ceremony = { origin, rpId: new URL(origin).hostname };
  const buffer = (text: string | undefined) => Uint8Array.from(Buffer.from(text ?? '', 'base64url')).buffer;
  const challengeOf = (options: object) => base64url((options as Asked).publicKey.challenge);
  const rawId = Uint8Array.from(authenticator.credentialId).buffer;
  return {
    async create(options: object) {
      const made = authenticator.register(challengeOf(options), ceremony);
      const { clientDataJson, attestationObject } = made;
      return {
        rawId,
        response: { clientDataJSON: buffer(clientDataJson), attestationObject: buffer(attestationObject) },
      };
    },
    async get(options: object) {
      const { clientDataJson, authenticatorData, signature } = authenticator.assert(challengeOf(options), ceremony);
      return {
        rawId,
        response: {
          clientDataJSON: buffer(clientDataJson),
          authenticatorData: buffer(authenticatorData),
          signature: buffer(signature),
        },
      };
    },
  };
}
