import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { activityHandler } from '../../src/operations/handlers.ts';
import { isBy, transferTo } from '../policies.ts';
import { definitionOf, type Field, fieldsOf, withValue } from '../requests/fields.ts';
import { type IdKind, idFieldsOf } from '../requests/id-fields.ts';
import { type Operation, operations } from '../requests/operations.ts';
import type { Actor } from '../service.ts';
import { digest } from '../signing.ts';
import type { UserState } from './state.ts';
import type { Thief } from './thief.ts';
import { payee, type Treasury } from './treasury.ts';

/** A request that a thief sends. */
export interface Attempt {
  readonly operation: string;
  readonly body: string;
  /** What takes something away comes after the rest, and what may end the thief's own access comes last. */
  readonly phase: Phase;
}

export const phases = ['take', 'destroy', 'leave'] as const;
type Phase = (typeof phases)[number];

/** What requests are made from. */
export interface Scene {
  readonly treasury: Treasury;
  readonly thief: Thief;
  readonly actor: Actor;
  /** Whom requests are about. */
  readonly targets: readonly UserState[];
}

/** Every version of every activity, about everybody and everything. */
export const attemptsOf = (scene: Scene): Attempt[] =>
  operations.filter(({ unit }) => unit.kind === 'activity').flatMap((operation) => requestsFor(operation, scene));

function phaseOf(name: string): Phase {
  if (['delete_api_keys', 'delete_users'].includes(name)) return 'leave';
  return /^(delete|disable|remove|reject)_/.test(name) ? 'destroy' : 'take';
}

type Path = Field['path'];
type Body = Record<string, unknown>;

/** The requests for one version of an activity: all combinations of whom and what it can be about. */
function requestsFor({ unit, request, buildBody }: Operation, scene: Scene): Attempt[] {
  const example = buildBody();
  const { id, customer } = scene.treasury;
  const organizationIds = activityHandler(unit.name)?.byParent ? [id, customer.organizationId] : [id];
  let bodies: Body[] = organizationIds.map((organizationId) => ({ ...example, organizationId }));
  const vary = (path: Path, values: readonly unknown[]) => {
    bodies = bodies.flatMap((body) => values.map((value) => withValue(body, path, value) as Body));
  };
  const ids = idFieldsOf(unit, request);
  for (const { path, name, kind, schema } of ids)
    if (kind === 'apiKey') bodies = bodies.map((body) => withValue(body, path, keyOf(body, scene)) as Body);
    else if (path.at(-1) === 0) vary(path.slice(0, -1), listsOf(kind, scene));
    else vary(path, choices[name] ? taken(schema, choices[name](scene)) : idsOf(kind, scene));
  const isOfIds = (path: Path) =>
    ids.some((field) => [path, [...path, 0]].some((one) => one.join() === field.path.join()));
  const others = [...fieldsOf(request)].filter(
    ({ path, name }) => !isOfIds(path) && (optional.includes(name) || valueAt(example, path) !== undefined),
  );
  for (const { path, name, schema } of others)
    if (choices[name] && definitionOf(schema).type !== 'array') vary(path, taken(schema, choices[name](scene)));
  return bodies.map((body) => ({
    operation: unit.name,
    body: JSON.stringify(others.reduce((now, field) => withOwn(now, field, scene.thief), body)),
    phase: phaseOf(unit.name),
  }));
}

/** The values that a member takes: some take an address of Ethereum only. */
const taken = (schema: z.core.$ZodType, values: readonly unknown[]) =>
  values.filter((value) => (schema as z.ZodType).safeParse(value).success);

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((now, key) => (now as Readonly<Record<string | number, unknown>> | undefined)?.[key], value);

/** What a thief chooses from, by the names of members. */
const choices: Readonly<Record<string, (scene: Scene) => readonly unknown[]>> = {
  // Whose session it is.
  email: ({ targets }) => targets.flatMap(({ email }) => email ?? []),
  threshold: () => [1],
  effect: () => ['EFFECT_ALLOW'],
  policyEffect: () => ['EFFECT_ALLOW'],
  condition: () => ['true'],
  policyCondition: () => ['true'],
  consensus: ({ actor }) => [isBy(actor)],
  policyConsensus: ({ actor }) => [isBy(actor)],
  url: () => ['https://thief.example/events'],
  targetPublicKey: ({ thief }) => [Buffer.from(thief.target.publicKey.uncompressed).toString('hex')],
  signWith: ({ treasury }) => treasury.signers.map(({ signWith }) => signWith),
  from: ({ treasury }) => treasury.signers.map(({ signWith }) => signWith),
  address: ({ treasury }) => treasury.signers.map(({ signWith }) => signWith),
  payload: () => [digest],
  payloads: () => [digest],
  // The second one is for ed25519.
  hashFunction: () => ['HASH_FUNCTION_NO_OP', 'HASH_FUNCTION_NOT_APPLICABLE'],
  unsignedTransaction: () => [transferTo(payee)],
  path: () => ["m/44'/60'/0'/0/7"],
};

/** Members that the examples leave out, and a thief does not. */
const optional = ['userEmail', 'userPhoneNumber'];

/** Puts what is a thief's own into a request: names, contacts and credentials, which are new in each request. */
function withOwn(body: Body, { path, name, schema }: Field, thief: Thief): Body {
  const own = (make: () => unknown) => withValue(body, path, make()) as Body;
  if (name === 'userEmail' || name === 'contact') return own(thief.newEmail);
  if (name === 'userPhoneNumber') return own(thief.newPhoneNumber);
  if (name === 'otpType') return own(() => 'OTP_TYPE_EMAIL');
  if (name === 'publicKey') return own(thief.newPublicKey);
  if (name === 'oidcToken') return own(() => thief.newIdentityToken());
  if (name === 'clientId') return own(thief.newName);
  const { type } = definitionOf(schema);
  if (name === 'authenticators' && type === 'array') return own(() => [thief.newPasskey()]);
  return /.Name$/.test(name) && name !== 'appName' && type === 'string' ? own(thief.newName) : body;
}

/** A key of the user that a request is about. */
const keyOf = (body: Body, { targets }: Scene): string | undefined =>
  targets.find(({ id }) => id === valueAt(body, ['parameters', 'userId']))?.apiKeyId ?? undefined;

/** The ids of a kind. */
function idsOf(kind: IdKind, { treasury, targets }: Scene): readonly string[] {
  if (kind === 'user') return targets.map(({ id }) => id);
  if (kind === 'userTag') return Object.values(treasury.tags);
  if (kind === 'wallet') return treasury.walletIds;
  if (kind === 'privateKey') return treasury.signers.slice(-2).map(({ signWith }) => signWith);
  if (kind === 'policy') return [treasury.protectedPolicyId, treasury.ids.policy ?? ''];
  return [treasury.ids[kind] ?? randomUUID()];
}

/** Lists of them: of one, or of none if that means something. */
function listsOf(kind: IdKind, scene: Scene): readonly (readonly string[])[] {
  if (kind === 'anotherUser' || kind === 'anotherPrivateKey') return [[]];
  const lists = idsOf(kind, scene).map((id) => [id]);
  return kind === 'userTag' ? [...lists, []] : lists;
}
