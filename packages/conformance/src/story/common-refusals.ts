import type { Unit } from '@mintmark/schema';
import { createP256Stamper, generatePrivateKey } from '@mintmark/stamper';
import { challengeOf, SoftwareAuthenticator } from '@mintmark/testing/software-authenticator';
import { bodyOf, type Credential, type RawRequest, stamped } from './raw-request.ts';
import type { Call } from './story.ts';

/** A call that would succeed, and other credentials to make it with. */
export interface CommonScene extends Call {
  readonly unit: Unit;
  /** A user of the same organization who is not a root user. */
  readonly plain: Credential;
  /** A key that has expired. */
  readonly expired: Credential;
}

const stranger = createP256Stamper(generatePrivateKey('p256').toApiKey());
const strangePasskey = new SoftwareAuthenticator('ES256');
const twoHours = 2 * 60 * 60 * 1000;
/** More than the server accepts in one request. */
const tooMuch = ' '.repeat(256 * 1024);

const bodyFor = ({ unit, by, input }: CommonScene, more?: object) => bodyOf(unit, by.organizationId, input, more);

/** The errors that every operation documents, and the requests that provoke them. */
export const commonRefusals: Readonly<Record<string, (scene: CommonScene) => RawRequest | Promise<RawRequest>>> = {
  REQUEST_INVALID: (scene) => stamped(scene.by.stamper, bodyFor(scene, { surprise: true })),
  INVALID_ORGANIZATION_ID: (scene) => stamped(scene.by.stamper, bodyFor(scene, { organizationId: 'first' })),
  INVALID_TIME: (scene) => stamped(scene.by.stamper, bodyFor(scene, { timestampMs: String(Date.now() - twoHours) })),
  SIGNATURE_MISSING: (scene) => ({ body: bodyFor(scene), headers: {} }),
  SIGNATURE_INVALID: async (scene) => {
    const { body, headers } = await stamped(scene.by.stamper, bodyFor(scene), `${bodyFor(scene)} `);
    if (scene.unit.kind !== 'proxy') return { body, headers };
    // A request to the sign-up proxy names its configuration, and may have a stamp too.
    const wrong = await stamped(stranger, body, `${body} `);
    return { body, headers: { ...headers, ...wrong.headers } };
  },
  PUBLIC_KEY_NOT_FOUND: (scene) => stamped(stranger, bodyFor(scene)),
  CREDENTIAL_NOT_FOUND: (scene) => {
    const body = bodyFor(scene);
    return { body, headers: { 'X-Stamp-WebAuthn': JSON.stringify(strangePasskey.assert(challengeOf(body))) } };
  },
  API_KEY_EXPIRED: (scene) => stamped(scene.expired, bodyFor(scene)),
  REQUEST_NOT_AUTHORIZED: (scene) => stamped(scene.plain, bodyFor(scene)),
  AUTH_PROXY_CONFIG_NOT_FOUND: (scene) => ({ body: bodyFor(scene), headers: {} }),
  REQUEST_TOO_LARGE: (scene) => stamped(scene.by.stamper, bodyFor(scene) + tooMuch),
};
