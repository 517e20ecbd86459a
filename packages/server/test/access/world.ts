import type { Services } from '../../src/core/ports/services.ts';
import { addOrganization, resultOf } from '../organizations.ts';
import { newPasskey } from '../passkey.ts';
import { type Actor, newKey, type Reply, type Service, startService } from '../service.ts';
import { addSubOrganization } from '../sub-organizations.ts';

/** The credential or contact of a user. */
export type LoginKind =
  | 'lasting key'
  | 'passkey'
  | 'expiring key'
  | 'expired key'
  | 'e-mail'
  | 'phone number'
  | 'nothing';

export interface World extends AsyncDisposable {
  readonly service: Service;
  /** The time of the service. */
  now(): Date;
  /** Moves the clock of the service forward. */
  pass(seconds: number): void;
  /** Submits an activity by all who must approve it, one after the other, and returns the last answer. */
  submit(by: readonly Actor[], operation: string, parameters: object): Promise<Reply>;
  /** A new top-level organization with one root user, who has a lasting key. The login methods are on. */
  addOrganization(): Promise<Actor>;
  /** The same as a sub-organization. */
  addSubOrganization(): Promise<Actor>;
  /** Adds a user with only this credential or contact. */
  addUser(by: readonly Actor[], kind: LoginKind, more?: object): Promise<Actor>;
}

export const loginFeatures = ['FEATURE_NAME_EMAIL_AUTH', 'FEATURE_NAME_OTP_EMAIL_AUTH', 'FEATURE_NAME_SMS_AUTH'];
const hour = '3600';

/** Starts a service whose clock moves only with each request, and when the test moves it. The given services replace its own. */
export async function startWorld(replaced: Partial<Services> = {}): Promise<World> {
  let time = Date.now();
  const service = await startService({ ...replaced, clock: () => new Date(time) });

  const submit: World['submit'] = async (by, operation, parameters) => {
    const [first, ...rest] = by as [Actor, ...Actor[]];
    // One millisecond later than the one before, so that no two bodies are the same.
    time += 1;
    let reply = await service.submit(first, operation, parameters, { timestampMs: String(time) });
    for (const actor of rest) reply = await service.send(actor, operation, reply.body);
    return reply;
  };

  const addUser: World['addUser'] = async (by, kind, more = {}) => {
    const { apiKey, ...key } = newKey();
    const { authenticator, stamper } = newPasskey();
    const having = {
      'lasting key': { apiKeys: [apiKey] },
      passkey: { authenticators: [authenticator] },
      'expiring key': { apiKeys: [{ ...apiKey, expirationSeconds: hour }] },
      'expired key': { apiKeys: [{ ...apiKey, expirationSeconds: '1' }] },
      'e-mail': { userEmail: 'ada@example.com' },
      'phone number': { userPhoneNumber: '+14155550123' },
      // The address makes it a valid user, and is then removed.
      nothing: { userEmail: 'ada@example.com' },
    }[kind];
    const lists = { apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] };
    const users = [{ userName: kind, ...lists, ...having, ...more }];
    const [userId] = resultOf(await submit(by, 'create_users', { users })).userIds;
    const [{ organizationId }] = by as [Actor];
    if (kind === 'expired key') time += 1000;
    if (kind === 'nothing') await removeContact(by, userId);
    return { ...key, ...(kind === 'passkey' && { stamper }), organizationId, userId };
  };

  /** While the login methods are off, no rule counts an address as a credential. */
  async function removeContact(by: readonly Actor[], userId: string): Promise<void> {
    const names = loginFeatures.map((name) => ({ name }));
    for (const feature of names) resultOf(await submit(by, 'remove_organization_feature', feature));
    resultOf(await submit(by, 'update_user_email', { userId, userEmail: '' }));
    for (const feature of names) resultOf(await submit(by, 'set_organization_feature', feature));
  }

  return {
    service,
    now: () => new Date(time),
    pass: (seconds) => {
      time += seconds * 1000;
    },
    submit,
    addUser,
    addOrganization: async () => (await addOrganization(service, { features: loginFeatures }))[0],
    addSubOrganization: () => addSubOrganization(service, 'Sub'),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** The outcome of an activity: its status, or the code of the error if it was refused or failed. */
export function outcomeOf({ error, json }: Reply): string {
  if (error) return error;
  const { status, failure } = json.activity;
  return failure?.details[0].errorCode ?? status.replace('ACTIVITY_STATUS_', '');
}
