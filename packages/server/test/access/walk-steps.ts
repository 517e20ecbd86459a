import type { Random } from '@mintmark/testing/random';
import { newPasskey } from '../passkey.ts';
import { type Actor, newKey } from '../service.ts';
import type { OrganizationState, UserState } from './organization-state.ts';
import { loginFeatures } from './world.ts';

/** The input of a step. */
interface Scene {
  readonly state: OrganizationState;
  readonly isTopLevel: boolean;
  readonly random: Random;
  /** The stampers of all credentials that ever existed, by public key or credential id. */
  readonly stampers: Map<string, Actor['stamper']>;
}

/** The parameters of a step, and the user who may also take it alone; undefined if the step makes no sense now. */
type Step = (scene: Scene) => { readonly parameters: object; readonly own?: UserState } | undefined;

const maxUsers = 12;
const maxCredentials = 8;
const day = 24 * 60 * 60;
let count = 0;
/** Names in order of creation, so that a list by name is the same in every run. */
const nextName = () => String(++count).padStart(8, '0');

export const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)] as Item;
export const shuffle = <Item>(random: Random, items: readonly Item[]): Item[] =>
  items
    .map((item) => [random(2 ** 30), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item);

function makeKey({ random, stampers }: Scene) {
  const { apiKey, stamper } = newKey();
  stampers.set(apiKey.publicKey, stamper);
  const isLasting = random(2) === 0;
  return { ...apiKey, apiKeyName: nextName(), ...(!isLasting && { expirationSeconds: String(1 + random(day)) }) };
}

function makePasskey({ stampers }: Scene) {
  const { authenticator, stamper } = newPasskey(nextName());
  stampers.set(authenticator.attestation.credentialId, stamper);
  return authenticator;
}

const removal =
  (isPasskey: boolean, member: string): Step =>
  ({ state, random }) => {
    const user = pick(random, state.users);
    const ids = user.credentials.filter((credential) => credential.isPasskey === isPasskey).map(({ id }) => id);
    if (ids.length === 0) return undefined;
    // Often all of them, since those cases matter most.
    const some = random(2) === 0 ? ids : shuffle(random, ids).slice(0, 1 + random(ids.length));
    return { parameters: { userId: user.id, [member]: some }, own: user };
  };

const contactChange =
  (member: string, values: readonly string[]): Step =>
  ({ state, random }) => ({
    parameters: { userId: pick(random, state.users).id, [member]: pick(random, values) },
  });

const emails = ['ada@example.com', 'bob@example.com'];
const foreignOrigin = 'https://example.org';

/** Everything that gives or takes access, with how often it is tried. */
export const steps: Readonly<Record<string, readonly [weight: number, step: Step]>> = {
  create_api_keys: [
    3,
    (scene) => {
      const user = pick(scene.random, scene.state.users);
      if (user.credentials.length >= maxCredentials) return undefined;
      return { parameters: { userId: user.id, apiKeys: [makeKey(scene)] }, own: user };
    },
  ],
  create_authenticators: [
    2,
    (scene) => {
      const user = pick(scene.random, scene.state.users);
      if (user.credentials.length >= maxCredentials) return undefined;
      return { parameters: { userId: user.id, authenticators: [makePasskey(scene)] }, own: user };
    },
  ],
  create_users: [
    3,
    (scene) => {
      if (scene.state.users.length >= maxUsers) return undefined;
      const having = pick(scene.random, [
        () => ({ apiKeys: [makeKey(scene)] }),
        () => ({ authenticators: [makePasskey(scene)] }),
        () => ({ userEmail: pick(scene.random, emails) }),
      ])();
      const lists = { apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] };
      return { parameters: { users: [{ userName: nextName(), ...lists, ...having }] } };
    },
  ],
  delete_api_keys: [5, removal(false, 'apiKeyIds')],
  delete_authenticators: [4, removal(true, 'authenticatorIds')],
  delete_users: [
    4,
    ({ state, random }) => {
      const some = shuffle(random, state.users).slice(0, 1 + random(3));
      return { parameters: { userIds: some.map(({ id }) => id) } };
    },
  ],
  update_root_quorum: [
    5,
    ({ state, random }) => {
      const some = shuffle(random, state.users).slice(0, 1 + random(4));
      return { parameters: { threshold: 1 + random(Math.min(some.length, 3)), userIds: some.map(({ id }) => id) } };
    },
  ],
  update_user: [1, contactChange('userEmail', emails)],
  update_user_email: [2, contactChange('userEmail', [...emails, ''])],
  update_user_phone_number: [1, contactChange('userPhoneNumber', ['+14155550123', ''])],
  set_organization_feature: [
    2,
    ({ isTopLevel, random }) => {
      if (!isTopLevel || random(2) === 0) return { parameters: { name: pick(random, loginFeatures) } };
      const value = pick(random, [
        foreignOrigin,
        'https://app.example.com',
        `${foreignOrigin},https://app.example.com`,
      ]);
      return { parameters: { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS', value } };
    },
  ],
  remove_organization_feature: [
    2,
    ({ isTopLevel, random }) => {
      const names = [...loginFeatures, ...(isTopLevel ? ['FEATURE_NAME_WEBAUTHN_ORIGINS'] : [])];
      return { parameters: { name: pick(random, names) } };
    },
  ],
};
