import { type Json, type JsonObject, type JsonProblem, readJson } from '@mintmark/stamper/encoding';
import { InterfaceError } from './interface-error.ts';

/** As long as a request may say it. */
const maxLength = 400_000;
const rules = { depth: 32, values: 50_000, members: 256 };
const sentences: { readonly [problem in JsonProblem]?: string } = {
  depth: `it is nested more than ${rules.depth} levels deep`,
  values: `it has more than ${rules.values} values`,
  members: `it has an object with more than ${rules.members} members`,
};
const maxNameLength = 256;

/** Reads the text of an interface. */
export function readInterfaceJson(text: string): Json {
  if (text.length > maxLength) throw new InterfaceError(`it has more than ${maxLength} characters`);
  const refusal = (problem: JsonProblem, name?: string) =>
    new InterfaceError(
      problem === 'twice'
        ? `it has the member ${JSON.stringify(name)} twice`
        : (sentences[problem] ?? 'it is not valid JSON'),
    );
  return readJson(text, refusal, rules);
}

/** Reads an object. `path` names it in errors. */
export function readObject(json: Json | undefined, path: string): JsonObject {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new InterfaceError(`${path} is not an object`);
  return json as JsonObject;
}

export function readList(json: Json | undefined, path: string): readonly Json[] {
  if (!Array.isArray(json)) throw new InterfaceError(`${path} is not a list`);
  return json;
}

/** Reads a text that is not empty. */
export function readName(json: Json | undefined, path: string, form?: RegExp): string {
  if (typeof json !== 'string' || json === '') throw new InterfaceError(`${path} is missing or not a string`);
  if (json.length > maxNameLength) throw new InterfaceError(`${path} has more than ${maxNameLength} characters`);
  if (form && !form.test(json)) throw new InterfaceError(`${path} is not a name: ${JSON.stringify(json.slice(0, 64))}`);
  return json;
}
