import { registry, type Unit } from '@mintmark/schema';
import type { z } from 'zod';
import { isVote } from '../../src/contract/activity-types.ts';
import { handledOperations } from '../../src/handlers.ts';
import { newPasskey } from '../passkey.ts';
import { newKey } from '../service.ts';

/** An operation of the contract with one of the types that its path takes. */
export interface Operation {
  readonly unit: Unit;
  /** What tests call it: the wire name, or the type if that is an older one. */
  readonly name: string;
  readonly request: z.ZodType;
  readonly response: z.ZodType;
  readonly isImplemented: boolean;
  /** A body that this server takes, as soon as its ids are those of an organization. */
  buildBody(): Record<string, unknown>;
}

/** What the examples of the contract ask for and this server does not do yet, or what depends on an organization. */
const changes: Readonly<Record<string, () => object>> = {
  create_api_keys: () => ({ apiKeys: [newKey().apiKey] }),
  ACTIVITY_TYPE_CREATE_API_KEYS: () => ({ apiKeys: [withoutCurve()] }),
  create_authenticators: () => ({ authenticators: [newPasskey().authenticator] }),
  create_sub_organization: () => ({ rootUsers: [newUser()], wallet: undefined }),
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7: () => ({ rootUsers: [newUser()] }),
  create_users: () => ({ users: [{ ...newUser(), userTags: [''] }] }),
  ACTIVITY_TYPE_CREATE_USERS_V3: () => ({ users: [{ ...newUser(), userTags: [''] }] }),
  ACTIVITY_TYPE_CREATE_USERS_V2: () => {
    const { oauthProviders: _, ...user } = newUser();
    return { users: [{ ...user, apiKeys: [withoutCurve()], userTags: [''] }] };
  },
  remove_organization_feature: () => ({ name: 'FEATURE_NAME_EMAIL_AUTH' }),
  set_organization_feature: () => ({ name: 'FEATURE_NAME_SMS_AUTH', value: undefined }),
  update_root_quorum: () => ({ threshold: 1, userIds: [''] }),
  update_user_email: () => ({ verificationToken: undefined }),
};

const newUser = () => ({
  userName: 'Ada Lovelace',
  userEmail: 'ada@example.com',
  apiKeys: [newKey().apiKey],
  authenticators: [newPasskey().authenticator],
  oauthProviders: [] as object[],
});

function withoutCurve() {
  const { curveType: _, ...apiKey } = newKey().apiKey;
  return apiKey;
}

const start = Date.now();
let bodies = 0;

function operationsOf(unit: Unit): Operation[] {
  const isImplemented = handledOperations.has(unit.name) || (unit.kind === 'activity' && isVote(unit));
  if (unit.kind !== 'activity')
    return [
      {
        unit,
        name: unit.name,
        request: unit.request,
        response: unit.response,
        isImplemented,
        buildBody: () => ({ ...unit.example.request }),
      },
    ];
  const { parameters } = unit.example;
  const types = [
    {
      name: unit.name,
      type: unit.type,
      request: unit.request,
      response: unit.response,
      example: parameters,
      canUpgrade: true,
    },
    ...unit.superseded.map(({ type, request, response, example, upgrade }) => ({
      name: type,
      type,
      request,
      response,
      example: example as object,
      canUpgrade: typeof upgrade === 'function',
    })),
  ];
  return types.map(({ name, type, request, response, example, canUpgrade }) => ({
    unit,
    name,
    request,
    response,
    isImplemented: isImplemented && canUpgrade,
    buildBody: () => ({
      type,
      // No two are the same body.
      timestampMs: String(start - ++bodies),
      organizationId: '',
      parameters: { ...example, ...changes[name]?.() },
    }),
  }));
}

/** Everything that can be asked for, older types included. */
export const operations: readonly Operation[] = Object.values<Unit>(registry).flatMap(operationsOf);
