import { randomUUID } from 'node:crypto';
import { type ErrorName, examples, registry, type Unit } from '@mintmark/schema';
import exportWalletAccount from '@mintmark/schema/operations/wallets/export-wallet-account';
import type { z } from 'zod';
import { isVote } from '../../src/core/handlers/activity-types.ts';
import { nonceOf } from '../../src/delivery/adapters/oidc/nonce.ts';
import { activityHandler, handledOperations } from '../../src/operations/handlers.ts';
import { sealedImports } from '../key-rows.ts';
import { knownClient, knownPerson } from '../link-rows.ts';
import { newPasskey } from '../passkey.ts';
import { newKey } from '../service.ts';
import { newTestToken } from '../test-issuer.ts';
import { definitionOf, fieldsOf, withValue } from './fields.ts';
import { isId } from './id-fields.ts';

/** An operation of the contract with one of the types that its path accepts. */
export interface Operation {
  readonly unit: Unit;
  /** Its name in tests: the wire name, or the type if that is an older one. */
  readonly name: string;
  readonly request: z.ZodType;
  readonly response: z.ZodType;
  readonly isImplemented: boolean;
  /** Why the server refuses even a body whose ids are those of an organization. The handler has tests that carry it out. */
  readonly refusal?: ErrorName;
  /** A body that this server accepts once its ids are those of an organization. */
  buildBody(): Record<string, unknown>;
}

/** Replaces examples of the contract with values that are valid in the organizations of the tests. */
const changes: Readonly<Record<string, object>> = {
  // An inactive one: these services deliver nothing.
  create_webhook_endpoint: { subscriptions: [{ eventType: 'ACTIVITY_UPDATES', isActive: false }] },
  import_private_key: { encryptedBundle: sealedImports.privateKey, curve: 'CURVE_SECP256K1' },
  import_wallet: { encryptedBundle: sealedImports.wallet },
  // The person whom every organization of the tests knows.
  oauth_login: {
    oidcToken: newTestToken({ sub: knownPerson, nonce: nonceOf(examples.sessionPublicKey) }),
  },
  remove_organization_feature: { name: 'FEATURE_NAME_EMAIL_AUTH' },
  set_organization_feature: { name: 'FEATURE_NAME_SMS_AUTH', value: undefined },
  update_root_quorum: { threshold: 1 },
  // An account that every organization of the tests has.
  earn_deploy_wrapper: { clientFeeWallet: exportWalletAccount.example.parameters.address },
  upsert_swap_config: { feeReceiverWalletAddress: exportWalletAccount.example.parameters.address },
};

/** The same with values that have to be new in each request. */
const newChanges: Readonly<Record<string, () => object>> = {
  otp_init_v2: () => ({ contact: `${randomUUID()}@example.com` }),
  proxy_oauth_login: () => {
    const { publicKey } = newKey();
    return { publicKey, oidcToken: newTestToken({ sub: knownPerson, nonce: nonceOf(publicKey) }) };
  },
  // The client that every organization of the tests has.
  proxy_oauth2_authenticate: () => ({ clientId: knownClient }),
  // The nonce of an identity names a key of the sign-up.
  signup_v2: () => {
    const { apiKey, publicKey } = newKey();
    const oidcToken = newTestToken({ nonce: nonceOf(publicKey) });
    return { apiKeys: [apiKey], oauthProviders: [{ providerName: 'ID', oidcToken }] };
  },
  stamp_login: () => ({ publicKey: newKey().publicKey }),
};

/**
 * Operations that need a code, a token, a contact, a key or a swap configuration, of which the organizations of the tests have none,
 * by name or older type.
 */
const refusals: Readonly<Record<string, ErrorName>> = {
  verify_otp: 'INVALID_OTP_CODE',
  ACTIVITY_TYPE_VERIFY_OTP: 'INVALID_OTP_CODE',
  otp_login: 'INVALID_VERIFICATION_TOKEN',
  ACTIVITY_TYPE_OTP_LOGIN: 'INVALID_VERIFICATION_TOKEN',
  ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION: 'REQUEST_NOT_AUTHORIZED',
  claim_swap_fees: 'SWAP_CONFIG_NOT_SET',
  get_boot_proof: 'BOOT_PROOF_NOT_FOUND',
};

/** Members that the organizations of the tests cannot have a valid value for, left out where they are optional. */
const notTaken = ['clientSignature', 'verificationToken'];

/** Lists that need new items in each request. */
const lists: Readonly<Record<string, () => object[]>> = {
  apiKeys: () => [newKey().apiKey],
  authenticators: () => [newPasskey().authenticator],
  oauthProviders: () => [{ providerName: 'ID', oidcToken: newTestToken() }],
};

/** The parameters of an example, changed so that the server carries them out once their ids are those of an organization. */
function carriedOut(parameters: z.ZodType, example: object): object {
  let value: unknown = example;
  const replaced: string[] = [];
  for (const { path, name, schema, isOptional } of fieldsOf(parameters)) {
    const place = path.join('.');
    const isInside = replaced.some((outer) => place.startsWith(`${outer}.`));
    const replacement = isInside ? undefined : replacementOf(name, schema, isOptional);
    if (!replacement) continue;
    replaced.push(place);
    value = withValue(value, path, replacement.value);
  }
  return value as object;
}

function replacementOf(
  name: string,
  schema: z.core.$ZodType,
  isOptional: boolean,
): { readonly value: unknown } | undefined {
  if (notTaken.includes(name) && isOptional) return { value: undefined };
  const def = definitionOf(schema);
  if (def.type !== 'array') return undefined;
  const items = lists[name]?.().map((item) => membersOf(def.element, item));
  if (items) return { value: items };
  return isId({ name, schema: def.element }) ? { value: [''] } : undefined;
}

/** An item without the members that an older type does not know. */
function membersOf(schema: z.core.$ZodType, item: object): object {
  const def = definitionOf(schema);
  const shape = def.type === 'object' ? def.shape : {};
  return Object.fromEntries(Object.entries(item).filter(([name]) => Object.hasOwn(shape, name)));
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
        ...(refusals[unit.name] && { refusal: refusals[unit.name] }),
        buildBody: () =>
          unit.kind === 'proxy'
            ? { ...carriedOut(unit.request, unit.example.request), ...newChanges[unit.name]?.() }
            : { ...unit.example.request },
      },
    ];
  const types = [
    {
      name: unit.name,
      type: unit.type,
      parameters: unit.parameters as z.ZodType,
      request: unit.request,
      response: unit.response,
      example: unit.example.parameters as object,
      canUpgrade: true,
    },
    ...unit.superseded.map(({ version, type, parameters, request, response, example, upgrade }) => ({
      name: type,
      type,
      parameters: parameters as z.ZodType,
      request,
      response,
      example: example as object,
      canUpgrade: typeof upgrade === 'function' || activityHandler(unit.name)?.older?.[version] !== undefined,
    })),
  ];
  return types.map(({ name, type, parameters, request, response, example, canUpgrade }) => ({
    unit,
    name,
    request,
    response,
    isImplemented: isImplemented && canUpgrade,
    ...(refusals[name] && { refusal: refusals[name] }),
    buildBody: () => ({
      type,
      // Every body must be different.
      timestampMs: String(start - ++bodies),
      organizationId: '',
      parameters: isImplemented
        ? { ...carriedOut(parameters, example), ...changes[name], ...newChanges[name]?.() }
        : example,
    }),
  }));
}

/** All operations, including older types. */
export const operations: readonly Operation[] = Object.values<Unit>(registry).flatMap(operationsOf);

/** A dry run of a request: the text has to name the same organization and must not be old. */
export function withInnerRequest({ unit }: Operation, body: unknown): unknown {
  if (unit.name !== registry.dry_run_activity.name) return body;
  const { activityId: _, ...asked } = withOneChange(body as DryRunBody);
  const inner = JSON.parse(registry.dry_run_activity.example.request.request ?? '');
  const { organizationId } = asked;
  return { ...asked, request: JSON.stringify({ ...inner, organizationId, timestampMs: String(Date.now()) }) };
}

/** A dry run of a past activity. */
export function withoutInnerRequest({ unit }: Operation, body: unknown): unknown {
  if (unit.name !== registry.dry_run_activity.name) return body;
  const { request: _, ...asked } = withOneChange(body as DryRunBody);
  return asked;
}

type DryRunBody = z.input<typeof registry.dry_run_activity.request>;

/** The ids of both lists are the same, and a policy can be replaced or left out only once. */
function withOneChange(body: DryRunBody): DryRunBody {
  const { proposedPolicies: [proposed] = [], withoutPolicyIds = [] } = body;
  return {
    ...body,
    proposedPolicies: [{ ...proposed, policyName: 'Proposed', effect: 'EFFECT_ALLOW' }],
    withoutPolicyIds: withoutPolicyIds.filter((id) => id !== proposed?.policyId),
  };
}
