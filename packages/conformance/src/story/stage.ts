import { createAuthProxyClient, createClient, type Hooks } from '@mintmark/client';
import { createP256Stamper, generatePrivateKey, type PrivateKey, type Stamper } from '@mintmark/stamper';
import { patientClient } from '@mintmark/testing/patience';
import type { Target } from '../targets/target.ts';
import type { Credential } from './raw-request.ts';
import { createIdentities, type Identities } from './sign-in.ts';

/** What a story needs to know about its target, as JSON. */
export interface StageInput
  extends Pick<Target, 'organizationId' | 'userId' | 'apiKey' | 'authProxyConfigId' | 'clientSecretKey' | 'signIn'> {
  readonly baseUrl: string;
  /** The witness that tells the codes that were sent, if baseUrl is not a witness. */
  readonly codesUrl?: string;
  /** Unused passkeys, taken from the end. They are made in advance, because most runtimes have no authenticator. */
  readonly passkeys: Passkey[];
}

interface Passkey {
  readonly authenticatorName: string;
  readonly challenge: string;
  readonly attestation: object;
}

type Method = (input: unknown, options?: object) => Promise<unknown> & AsyncIterable<unknown>;

/** A user who makes calls. */
export interface Actor {
  readonly organizationId: string;
  readonly userId: string;
  readonly publicKey: string;
  readonly stamper: Credential;
  /** Calls a method of the client by its name. Untyped, because stories are tables that state what they expect. */
  // biome-ignore lint/suspicious/noExplicitAny: so that a table can name a member of an answer.
  readonly call: (method: string, input: object, options?: object) => Promise<any> & AsyncIterable<any>;
}

/** Two sub-organizations of the target in which stories are played. */
export interface Stage extends Identities {
  /** The name of both sub-organizations. */
  readonly name: string;
  /** The root user of the target. */
  readonly parent: Actor;
  /** Somebody without a key, who calls the sign-up proxy of the target. Names its configuration instead of a stamp. */
  readonly visitor: Actor;
  /** The root user of the first sub-organization, who decides alone. */
  readonly root: Actor;
  /** The root users of the second one, who decide together. */
  readonly council: readonly [Actor, Actor];
  /** Appends a number to a name, so that it is unique. */
  newName(name: string): string;
  newApiKey(more?: object): { readonly publicKey: string };
  newPasskey(): Passkey;
  /** A P-256 key that is not registered anywhere. */
  newKey(): PrivateKey;
  /** An e-mail address that nobody has. */
  newEmail(): string;
  /** The code that was sent to an e-mail address. */
  readCode(email: string): Promise<string>;
  newUser(more?: object): { readonly apiKeys: readonly { readonly publicKey: string }[] };
  newActor(organizationId: string, userId: string, publicKey: string): Actor;
  /** Somebody who has no key of the stage, and stamps in another way. */
  actorWith(organizationId: string, stamper: Stamper): Actor;
  /** Enables the sign-up proxy of the target, if it is not. */
  enableProxy(): Promise<void>;
  /** Changes settings of the sign-up proxy of the target, until the stage is struck. */
  configureProxy(settings: object): Promise<void>;
  /** Creates another sub-organization, and returns its root user. */
  newOrganization(): Promise<Actor>;
  /** Why clients sent a request again, as operation and error code. */
  readonly retries: readonly { readonly operation: string; readonly code: string }[];
  /** Deletes every sub-organization, every OAuth 2.0 client and every wallet of the target that was created with this name. */
  strike(): Promise<void>;
}

/** Creates the sub-organizations in which stories are played. */
export async function setStage({
  baseUrl,
  codesUrl = baseUrl,
  passkeys,
  authProxyConfigId,
  clientSecretKey,
  signIn,
  ...root
}: StageInput): Promise<Stage> {
  const name = `Conformance ${crypto.randomUUID()}`;
  const keys = new Map<string, Target['apiKey']>([[root.apiKey.publicKey, root.apiKey]]);

  const newActor: Stage['newActor'] = (organizationId, userId, publicKey) => {
    const key = keys.get(publicKey);
    if (!key) throw new Error(`${publicKey} is not a key of this stage`);
    return { ...actorWith(organizationId, createP256Stamper(key)), userId, publicKey };
  };
  const retries: { operation: string; code: string }[] = [];
  const hooks: Hooks = {
    onRetry: ({ operation, error: { code } }) => retries.push({ operation, code }),
  };
  const actorWith: Stage['actorWith'] = (organizationId, stamper) => ({
    ...{ organizationId, userId: '', publicKey: '', stamper },
    call: callsOf(createClient({ baseUrl, organizationId, stamper, hooks, ...patientClient })),
  });

  let names = 0;
  const codes = new Set<string>();

  const newApiKey: Stage['newApiKey'] = (more = {}) => {
    const key = generatePrivateKey('p256').toApiKey();
    keys.set(key.publicKey, key);
    return { apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256', ...more };
  };
  const newUser: Stage['newUser'] = (more = {}) => ({
    userName: 'Ada',
    apiKeys: [newApiKey()],
    authenticators: [],
    oauthProviders: [],
    ...more,
  });

  const parent = newActor(root.organizationId, root.userId, root.apiKey.publicKey);
  async function found(threshold: number): Promise<Actor[]> {
    const rootUsers = Array.from({ length: threshold }, () => newUser());
    const parameters = { subOrganizationName: name, rootUsers, rootQuorumThreshold: threshold };
    const made = await parent.call('createSubOrganizationOrThrow', parameters);
    return rootUsers.map(({ apiKeys }, index) =>
      newActor(made.subOrganizationId, made.rootUserIds[index], apiKeys[0]?.publicKey ?? ''),
    );
  }
  const visitor: Actor = {
    ...{ organizationId: root.organizationId, userId: '', publicKey: '' },
    stamper: { stamp: async () => ({ name: 'X-Auth-Proxy-Config-Id', value: authProxyConfigId }) },
    // Visitors have one address, and wait when it has used up its sign-ups.
    call: callsOf(createAuthProxyClient({ baseUrl, authProxyConfigId, retries: 5 })),
  };
  /** The settings of the proxy before the first change. */
  let changed: object | undefined;
  const enableProxy = async () => {
    const { configs } = await parent.call('getOrganizationConfigs', {});
    const isOn = configs.features.some(({ name }: { name: string }) => name === 'FEATURE_NAME_AUTH_PROXY');
    if (!isOn) await parent.call('enableAuthProxyOrThrow', {});
  };
  const newOrganization = async () => (await found(1))[0] as Actor;

  const council = (await found(2)) as [Actor, Actor];
  const newName = (word: string) => `${word} ${++names}`;
  return {
    ...createIdentities(signIn, clientSecretKey, (word) => `${newName(word)} of ${name}`),
    name,
    retries,
    parent,
    visitor,
    enableProxy,
    async configureProxy(settings) {
      const { authProxyConfig } = await parent.call('getAuthProxyConfig', {});
      const { configId: _, userId: __, ...kept } = authProxyConfig;
      changed ??= kept;
      await parent.call('updateAuthProxyConfigOrThrow', settings);
    },
    root: await newOrganization(),
    council,
    newName,
    newApiKey,
    newUser,
    newKey: () => generatePrivateKey('p256'),
    newEmail: () => `${crypto.randomUUID()}@example.com`,
    async readCode(email) {
      for (;;) {
        const answer = await fetch(`${codesUrl}/sent-code/${encodeURIComponent(email)}`);
        const code = await answer.text();
        // The newest message may be older than the last request.
        if (!codes.has(code)) {
          codes.add(code);
          return code;
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    newActor,
    actorWith,
    newOrganization,
    newPasskey() {
      const passkey = passkeys.pop();
      if (!passkey) throw new Error('no passkeys are left: give the stage more');
      return passkey;
    },
    async strike() {
      await enableProxy();
      if (changed) await parent.call('updateAuthProxyConfigOrThrow', changed);
      // They belong to the target itself, which keeps them.
      const { oauth2Credentials } = await parent.call('listOauth2Credentials', {});
      for (const { oauth2CredentialId, clientId } of oauth2Credentials)
        if (clientId.endsWith(name)) await parent.call('deleteOauth2CredentialOrThrow', { oauth2CredentialId });
      const { wallets } = await parent.call('listWallets', {});
      const walletIds = wallets.flatMap((wallet: Readonly<Record<'walletId' | 'walletName', string>>) =>
        wallet.walletName.endsWith(name) ? wallet.walletId : [],
      );
      const parameters = { deleteWithoutExport: true };
      if (walletIds.length > 0) await parent.call('deleteWalletsOrThrow', { walletIds, ...parameters });
      const filter = { filterType: 'NAME', filterValue: name, paginationOptions: { limit: '100' } };
      const organizationIds: string[] = [];
      for await (const organizationId of parent.call('listSuborgs', filter)) organizationIds.push(organizationId);
      for (const organizationId of organizationIds) {
        if (organizationId === council[0].organizationId) {
          await decide(council, 'deleteSubOrganization', parameters);
          continue;
        }
        const { users } = await parent.call('listUsers', {}, { organizationId });
        // Newest first: the last user was created with the organization, and the last key with the user.
        const { userId, apiKeys } = users.at(-1);
        const owner = newActor(organizationId, userId, apiKeys.at(-1).credential.publicKey);
        await owner.call('deleteSubOrganizationOrThrow', parameters);
      }
    },
  };
}

/** Calls the methods of a client by their names. */
function callsOf(client: object): Actor['call'] {
  const methods = client as Readonly<Record<string, Method>>;
  return (method, input, options) => {
    const bound = methods[method];
    if (!bound) throw new Error(`the client has no method ${method}`);
    return bound(input, options);
  };
}

/** Submits an activity, has it approved, and returns its outcome. */
export async function decide([first, second]: Stage['council'], method: string, input: object) {
  const { activity } = await first.call(method, input);
  return second.call('approveActivity', { fingerprint: activity.fingerprint });
}
