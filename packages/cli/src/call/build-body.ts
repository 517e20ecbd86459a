import { printable } from '@mintmark/server/core/requests/printable';
import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import { type ContractDocument, resolveSchema, type Schema } from './contract-document.ts';
import { findMistakes } from './find-mistakes.ts';
import { looksLikeKey } from './looks-like-key.ts';
import type { Operation } from './operation.ts';
import { readFields } from './read-fields.ts';
import { decode, type Inputs, readBytes, readJsonText } from './read-text.ts';

/** What the command line says about the body of a request. */
export interface BodyInput {
  readonly inputs: Inputs;
  /** The file with the body, or `-`. */
  readonly json?: string | undefined;
  /** Fields such as `userName=Ann`. */
  readonly words: readonly string[];
  /** The organization for a body that does not name one. */
  readonly organizationId: string | undefined;
  readonly now: Date;
}

/** A body that the document allows, as the text that is stamped and sent. */
export interface Body {
  readonly text: string;
  readonly organizationId: string | undefined;
}

type Members = Readonly<Record<string, unknown>>;

/** Makes the body of a request, with the members that the caller need not write. Throws before anything is sent. */
export async function buildBody(document: ContractDocument, operation: Operation, input: BodyInput): Promise<Body> {
  if (input.json !== undefined && input.words.length > 0)
    throw new SettingsError('the body is given twice: use --json, or fields');
  const { text, members } =
    input.json === undefined
      ? { text: undefined, members: await readMembers(document, operation, input) }
      : await readJsonBody(operation, input.json, input.inputs);
  const schema = schemaFor(operation, members['type']);
  const body = withEnvelope(schema, members, input);
  if (schema.required?.includes('organizationId') && body['organizationId'] === undefined)
    throw new SettingsError('the organization is missing: use --organization ID');
  const mistakes = findMistakes(document, schema, body);
  if (mistakes.length > 0) {
    const lines = mistakes.map(({ path, problem, isList }) => {
      const name = fieldName(operation, path);
      return `${name} ${problem}${isList ? `; for an empty list, write ${name}:=[]` : ''}`;
    });
    throw new SettingsError(lines.length === 1 ? (lines[0] ?? '') : [`${operation.name}:`, ...lines].join('\n  '));
  }
  const { organizationId } = body as { organizationId?: string };
  // A complete body is sent as it was written: the same file is then the same activity.
  const isComplete = Object.keys(body).every((name) => Object.hasOwn(members, name));
  return { text: isComplete && text !== undefined ? text : JSON.stringify(body), organizationId };
}

/** The schema of a body with this type: that of the current version, or of a superseded one that the service still accepts. */
function schemaFor({ schema, versions }: Operation, type: unknown): Schema {
  const version = versions.find((known) => known.type === type);
  if (!version?.parameters) return schema;
  const { properties = {} } = schema;
  const ofVersion = { type: { ...properties['type'], enum: [version.type] }, parameters: version.parameters };
  return { ...schema, properties: { ...properties, ...ofVersion } };
}

/** The members of a body from fields. For an activity, a field is one of its parameters, or else one around them. */
async function readMembers(
  document: ContractDocument,
  operation: Operation,
  { words, inputs }: Pick<BodyInput, 'words' | 'inputs'>,
): Promise<Members> {
  if (operation.kind !== 'activity') return await readFields(document, operation.schema, words, inputs);
  const { around, inner } = activityFields(document, operation);
  const merged = { type: 'object', properties: { ...around, ...inner }, additionalProperties: false } as const;
  const fields = await readFields(
    document,
    merged,
    words.map((word) => word.replace(/^parameters\./, '')),
    inputs,
  );
  const [outer, parameters] = [{}, {}] as [Record<string, unknown>, Record<string, unknown>];
  for (const [name, value] of Object.entries(fields)) (Object.hasOwn(inner, name) ? parameters : outer)[name] = value;
  return { parameters, ...outer };
}

/** The fields of an activity: those of its parameters, and those around them. */
export function activityFields(document: ContractDocument, { schema }: Operation) {
  const { parameters = {}, ...around } = schema.properties ?? {};
  const { properties: inner = {} } = resolveSchema(document, parameters);
  return { around, inner };
}

async function readJsonBody(
  { name, kind }: Operation,
  path: string,
  inputs: Inputs,
): Promise<{ text?: string; members: Members }> {
  if (looksLikeKey(path)) throw new SettingsError('--json takes the name of a file, or - for standard input');
  const source = path === '-' ? 'standard input' : printable(path);
  const text = decode(await readBytes(path, '--json ', inputs), source);
  const value = await readJsonText(text, source);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SettingsError(`${source} must hold one object: the body of ${name}`);
  const members = value as Members;
  return kind === 'activity' && !Object.hasOwn(members, 'parameters')
    ? { members: { parameters: members } }
    : { text, members };
}

/** Fills in what is the same for every body. */
function withEnvelope(
  { properties = {}, required = [] }: Schema,
  members: Members,
  { organizationId, now }: BodyInput,
): Members {
  const isActivity = properties['parameters'] !== undefined && properties['timestampMs'] !== undefined;
  // A sign-up call may name a sub-organization, which is none that its caller has a key of.
  const takesOrganization = required.includes('organizationId') && organizationId !== undefined;
  return {
    ...(isActivity && { type: properties['type']?.enum?.[0], timestampMs: String(now.getTime()) }),
    ...(takesOrganization && { organizationId }),
    ...members,
  };
}

/** The name of a field as it is written on the command line. */
function fieldName({ kind }: Operation, path: readonly string[]): string {
  const written = kind === 'activity' && path[0] === 'parameters' && path.length > 1 ? path.slice(1) : path;
  return printable(written.join('.'));
}
