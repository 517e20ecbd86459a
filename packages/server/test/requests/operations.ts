import { examples, registry, type Unit } from '@mintmark/schema';
import type { z } from 'zod';
import { nonceOf } from '../../src/adapters/oidc/nonce.ts';
import { isVote } from '../../src/contract/activity-types.ts';
import { handledOperations } from '../../src/handlers.ts';
import { sealedImports } from '../key-rows.ts';
import { knownPerson } from '../link-rows.ts';
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
  /** A body that this server accepts once its ids are those of an organization. */
  buildBody(): Record<string, unknown>;
}

/** Replaces examples of the contract with values that are valid in the organizations of the tests. */
const changes: Readonly<Record<string, object>> = {
  import_private_key: { encryptedBundle: sealedImports.privateKey, curve: 'CURVE_SECP256K1' },
  import_wallet: { encryptedBundle: sealedImports.wallet },
  // The person whom every organization of the tests knows.
  oauth_login: {
    oidcToken: newTestToken({ sub: knownPerson, nonce: nonceOf(examples.sessionPublicKey) }),
  },
  remove_organization_feature: { name: 'FEATURE_NAME_EMAIL_AUTH' },
  set_organization_feature: { name: 'FEATURE_NAME_SMS_AUTH', value: undefined },
  update_root_quorum: { threshold: 1 },
};

/** Members that this server does not support yet. All of them are optional. */
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
  for (const { path, name, schema } of fieldsOf(parameters)) {
    const place = path.join('.');
    const isInside = replaced.some((outer) => place.startsWith(`${outer}.`));
    const replacement = isInside ? undefined : replacementOf(name, schema);
    if (!replacement) continue;
    replaced.push(place);
    value = withValue(value, path, replacement.value);
  }
  return value as object;
}

function replacementOf(name: string, schema: z.core.$ZodType): { readonly value: unknown } | undefined {
  if (notTaken.includes(name)) return { value: undefined };
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
        buildBody: () => ({ ...unit.example.request }),
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
    ...unit.superseded.map(({ type, parameters, request, response, example, upgrade }) => ({
      name: type,
      type,
      parameters: parameters as z.ZodType,
      request,
      response,
      example: example as object,
      canUpgrade: typeof upgrade === 'function',
    })),
  ];
  return types.map(({ name, type, parameters, request, response, example, canUpgrade }) => ({
    unit,
    name,
    request,
    response,
    isImplemented: isImplemented && canUpgrade,
    buildBody: () => ({
      type,
      // Every body must be different.
      timestampMs: String(start - ++bodies),
      organizationId: '',
      parameters: isImplemented ? { ...carriedOut(parameters, example), ...changes[name] } : example,
    }),
  }));
}

/** All operations, including older types. */
export const operations: readonly Operation[] = Object.values<Unit>(registry).flatMap(operationsOf);
