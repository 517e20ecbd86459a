import { SettingsError } from '../process/settings-error.ts';
import { printable } from '../terminal/tree-lines.ts';
import { type ContractDocument, resolveSchema, type Schema } from './contract-document.ts';
import { findMistakes } from './find-mistakes.ts';
import type { Operation } from './operation.ts';
import { readFields } from './read-fields.ts';
import { decode, readBytes, readJsonText } from './read-text.ts';

/** What the command line says about the body of a request. */
export interface BodyInput {
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
      ? { text: undefined, members: await readMembers(document, operation, input.words) }
      : await readJsonBody(operation, input.json);
  const { schema } = versionOf(operation, members['type']);
  const body = withEnvelope(schema, members, input);
  const mistakes = findMistakes(document, schema, body);
  if (mistakes.length > 0) {
    const lines = mistakes.map(({ path, problem }) => `${fieldName(operation, path)} ${problem}`);
    throw new SettingsError(lines.length === 1 ? (lines[0] ?? '') : [`${operation.name}:`, ...lines].join('\n  '));
  }
  const { organizationId } = body as { organizationId?: string };
  // A complete body is sent as it was written: the same file is then the same activity.
  const isComplete = Object.keys(body).every((name) => Object.hasOwn(members, name));
  return { text: isComplete && text !== undefined ? text : JSON.stringify(body), organizationId };
}

/** The schema of a body with this type: that of the current version, or of a superseded one that the service still accepts. */
function versionOf(
  { schema, versions }: Operation,
  type: unknown,
): { schema: Schema; parameters?: Schema | undefined } {
  const { properties = {} } = schema;
  const { parameters } = versions.find((version) => version.type === type) ?? {};
  if (typeof type !== 'string' || !parameters) return { schema, parameters: properties['parameters'] };
  const ofVersion = { ...properties, type: { ...properties['type'], enum: [type] }, parameters };
  return { schema: { ...schema, properties: ofVersion }, parameters };
}

/** The members of a body from fields. For an activity, a field is one of its parameters, or else one around them. */
async function readMembers(
  document: ContractDocument,
  operation: Operation,
  words: readonly string[],
): Promise<Members> {
  if (operation.kind !== 'activity') return await readFields(document, operation.schema, words);
  const { around, inner } = activityFields(document, operation, typeIn(words));
  const merged = { type: 'object', properties: { ...around, ...inner }, additionalProperties: false } as const;
  const fields = await readFields(
    document,
    merged,
    words.map((word) => word.replace(/^parameters\./, '')),
  );
  const [outer, parameters] = [{}, {}] as [Record<string, unknown>, Record<string, unknown>];
  for (const [name, value] of Object.entries(fields)) (Object.hasOwn(inner, name) ? parameters : outer)[name] = value;
  return { ...outer, parameters };
}

const typeIn = (words: readonly string[]) => words.find((word) => word.startsWith('type='))?.slice('type='.length);

/** The fields of an activity: those of its parameters, and those around them. */
export function activityFields(document: ContractDocument, operation: Operation, type?: string) {
  const { parameters: _, ...around } = operation.schema.properties ?? {};
  const { properties: inner = {} } = resolveSchema(document, versionOf(operation, type).parameters ?? {});
  return { around, inner };
}

async function readJsonBody({ name, kind }: Operation, path: string): Promise<{ text?: string; members: Members }> {
  const source = path === '-' ? 'standard input' : printable(path);
  const text = decode(await readBytes(path, '--json '), source);
  const value = readJsonText(text, source);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SettingsError(`${source} must hold one object: the body of ${name}`);
  const members = value as Members;
  return kind === 'activity' && !Object.hasOwn(members, 'parameters')
    ? { members: { parameters: members } }
    : { text, members };
}

/** Fills in what is the same for every body. */
function withEnvelope({ properties = {} }: Schema, members: Members, { organizationId, now }: BodyInput): Members {
  const isActivity = properties['parameters'] !== undefined && properties['timestampMs'] !== undefined;
  const takesOrganization = properties['organizationId'] !== undefined && organizationId !== undefined;
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
