import type { VoteUnit } from '@mintmark/schema';
import type { Json, JsonObject } from '@mintmark/stamper/encoding';
import type { AddressDerivation } from '@mintmark/stamper/proofs';
import type { activitiesTable } from '../audit/activities-table.ts';
import { TamperedError } from '../authority/tampered-error.ts';
import { type ActivityTypeEntry, activityTypes, type SubmitUnit } from '../handlers/activity-types.ts';
import type { Effect } from '../handlers/effect.ts';
import type {
  ActivityContext,
  EffectContext,
  FindHandler,
  InputsContext,
  PolicyContext,
  PrepareContext,
  ReadContext,
  theCaller,
} from '../handlers/implement.ts';
import type { PolicyNeeds, PolicyView, SeenActivity } from '../handlers/policy-view.ts';
import { ApiError, fieldError } from '../model/api-error.ts';
import { Memo } from '../model/memo.ts';
import type { Organization } from '../model/organization.ts';
import type { InTurns } from '../ports/takes-turns.ts';
import type { RowOf } from '../tables/define-table.ts';
import { readAcceptedBody, readBody } from './read-body.ts';
import { readBySchema, withoutIgnored } from './read-parameters.ts';

/** How policies refer to an activity. */
export interface PolicySubject extends SeenActivity {
  readonly isRootQuorumOnly: boolean;
  readonly views: (context: PolicyContext, needs: PolicyNeeds) => Promise<readonly PolicyView[]>;
}

/** What a body asks for, ready to be executed. */
export interface Execution {
  /** How policies refer to it. */
  readonly subject: PolicySubject;
  /** Reads what takes long of its parameters. No connection is needed for that. */
  readonly readAhead: (inTurns: InTurns) => Promise<void>;
  /** The user whose own credentials it manages, if any. */
  readonly ownUserId: string | typeof theCaller | undefined;
  /** The user that it is for, if nobody else may start it. */
  readonly forUserId: string | undefined;
  /** Reads the ids of the users whose contacts, credentials, tags or name it changes. */
  readonly changedUserIds: (context: ReadContext) => Promise<readonly string[]>;
  /** Whether users of the parent may submit it. */
  readonly byParent: boolean;
  /** Whether the sign-up proxy may submit it. */
  readonly byProxy: boolean;
  /** Whether the request asks for proofs of what was done. */
  readonly wantsProofs: boolean;
  /** Its slow work, if it has any. */
  readonly phases?: {
    readonly inputs: (context: InputsContext) => Promise<unknown>;
    readonly prepare: (context: PrepareContext, inputs: unknown) => Promise<unknown>;
    /** The addresses that were derived. */
    readonly derivations: (organization: Organization, prepared: unknown) => readonly AddressDerivation[];
  };
  /** Executes it, and resolves to the result in the shape of the submitted type. */
  readonly execute: (context: ActivityContext, prepared?: unknown) => Promise<unknown>;
  /** Declares what executing it writes, if that needs no answers of the database. */
  readonly effect?: (context: EffectContext, prepared?: unknown) => Effect<unknown>;
  /** Whether it writes nothing but its record. */
  readonly isPure: boolean;
}

/** Reads the body of a new activity. */
export function readActivity(unit: SubmitUnit, body: JsonObject, findHandler: FindHandler) {
  const entry = entryOfType(body['type']);
  if (entry?.unit.name === unit.name) return { type: entry.type, ...readRequest(entry, body, findHandler) };
  throw fieldError('type', `must be ${[unit.type, ...unit.superseded.map((older) => older.type)].join(' or ')}`);
}

/** Reads the body of a vote. */
export function readVote(unit: VoteUnit, body: JsonObject) {
  const { parameters, timestampMs, generateAppProofs } = readBySchema(unit.request, withoutIgnored(body));
  const fingerprint = Buffer.from(parameters.fingerprint.slice('sha256:'.length), 'hex');
  const wantsProofs = generateAppProofs === true;
  return { selection: unit.selection, fingerprint, timestampMs: Number(timestampMs), wantsProofs };
}

type StoredActivity = Pick<RowOf<typeof activitiesTable>, 'id' | 'type' | 'organizationId' | 'body'>;

/** Reads the body of a stored activity, to execute it. */
export function readStoredActivity(row: StoredActivity, findHandler: FindHandler): Execution {
  const entry = entryOfType(row.type);
  if (!entry) throw new ApiError('UNIMPLEMENTED');
  const body = readBody(row.body);
  const isNamed = String(body['organizationId']).toLowerCase() === row.organizationId;
  const isOfRow = body['type'] === row.type && (isNamed || findHandler(entry.unit.name)?.resolvesParent);
  if (!isOfRow) throw new TamperedError(`the body of activity ${row.id} belongs to another activity`);
  return readRequest(entry, body, findHandler).execution;
}

/** The parameters of a stored activity as they were submitted, to show them. */
export const storedParameters = ({ body }: Pick<StoredActivity, 'body'>): Json | undefined =>
  withoutIgnored(readAcceptedBody(body))['parameters'];

const entryOfType = (type: unknown): ActivityTypeEntry | undefined =>
  typeof type === 'string' ? activityTypes.get(type) : undefined;

/** How policies name an activity, apart from its version. */
export function policyWords({ name, policy }: Pick<SubmitUnit, 'name' | 'policy'>) {
  if ('rootQuorumOnly' in policy)
    return { kind: undefined, resource: undefined, action: undefined, isRootQuorumOnly: true };
  return { kind: name.toUpperCase(), ...policy, isRootQuorumOnly: false };
}

function readRequest({ unit, older }: ActivityTypeEntry, body: JsonObject, findHandler: FindHandler) {
  // A union type of all requests would be useless; each request has these members.
  const request = readBySchema((older ?? unit).request, withoutIgnored(body)) as Readonly<{
    parameters: Json;
    timestampMs: string;
    generateAppProofs?: boolean;
  }>;
  const current = findHandler(unit.name);
  const handler = typeof older?.upgrade === 'object' ? current?.older?.[older.version] : current;
  if (!handler) throw new ApiError('UNIMPLEMENTED');
  const upgraded =
    typeof older?.upgrade === 'function'
      ? readBySchema(unit.parameters, older.upgrade(request.parameters) as Json)
      : request.parameters;
  // The unit has just parsed the parameters; handler and result belong to it, which no type can express for all units.
  const parameters = upgraded as never;
  const memo = new Memo();
  const shaped = (result: unknown) => (older ? older.downgrade(result as never) : result);
  const effect = handler.effectFor?.(parameters);
  const phases = handler.phases?.isNeeded?.(parameters) === false ? undefined : handler.phases;
  const execution: Execution = {
    subject: {
      type: (older ?? unit).type,
      ...policyWords(unit),
      parameters: () => handler.policyParameters?.(parameters) ?? {},
      views: async (context, needs) => (await handler.policyViews?.({ ...context, memo }, parameters, needs)) ?? [{}],
    },
    readAhead: async (inTurns) => handler.readAhead?.(parameters, inTurns, memo),
    ownUserId: handler.ownUser?.(parameters),
    forUserId: handler.forUser?.(parameters),
    changedUserIds: async (context) => (await handler.changedUsers?.(parameters, context)) ?? [],
    byParent: handler.byParent ?? false,
    byProxy: handler.byProxy ?? false,
    isPure: handler.isPure ?? false,
    wantsProofs: request.generateAppProofs === true,
    ...(phases && {
      phases: {
        inputs: (context) => phases.inputs(context, parameters),
        prepare: (context, inputs) => phases.prepare({ ...context, memo }, parameters, inputs as never),
        derivations: (organization, prepared) =>
          phases.derivations?.(organization, parameters, prepared as never) ?? [],
      },
    }),
    execute: async (context, prepared) => shaped(await handler.execute(context, parameters, prepared as never)),
    ...(effect && {
      effect: (context, prepared) => {
        const { parts, result } = effect(context, prepared as never);
        return { parts, result: shaped(result) };
      },
    }),
  };
  return { execution, timestampMs: Number(request.timestampMs) };
}
