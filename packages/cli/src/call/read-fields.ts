import { printable } from '@mintmark/server/core/requests/printable';
import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import { type ContractDocument, resolveSchema, type Schema } from './contract-document.ts';
import { unknownField } from './find-mistakes.ts';
import { looksLikeKey } from './looks-like-key.ts';
import { type Inputs, readJsonText, readTextFile } from './read-text.ts';

/** A word of the command line that sets a field: `name=text`, `name=@FILE`, `name:=JSON` or `name:=@FILE`. */
interface FieldWord {
  readonly name: string;
  readonly isJson: boolean;
  readonly text: string;
}

/** Objects have no prototype, so that no member is there beforehand. */
type Holder = Record<string, unknown>;

/**
 * Makes an object from words such as `users.0.userName=Ann`. The schema says which names there are, which of them are lists,
 * and whether a text is a string, a number or a boolean.
 */
export async function readFields(
  document: ContractDocument,
  schema: Schema,
  words: readonly string[],
  inputs: Inputs,
): Promise<Readonly<Record<string, unknown>>> {
  const root: Holder = Object.create(null);
  /** The objects and lists that are put together here. Those that were given as JSON are complete. */
  const drafts = new Map<unknown, string>();

  async function setField(field: FieldWord): Promise<void> {
    const path = field.name.split('.');
    const last = path.pop() ?? '';
    let holder = root;
    let holderSchema = schema;
    let name = '';
    for (const step of path) {
      holderSchema = stepInto(document, holderSchema, name, step);
      name = name === '' ? step : `${name}.${step}`;
      if (!Object.hasOwn(holder, step)) {
        const { type } = holderSchema;
        if (type !== 'array' && type !== 'object') throw new SettingsError(`${name} has no fields`);
        holder[step] = type === 'array' ? [] : Object.create(null);
        drafts.set(holder[step], name);
      }
      if (!drafts.has(holder[step])) throw new SettingsError(`${name} is given twice`);
      holder = holder[step] as Holder;
    }
    const inner = stepInto(document, holderSchema, name, last);
    if (Object.hasOwn(holder, last)) throw new SettingsError(`${field.name} is given twice`);
    holder[last] = await readValue(document, inner, field);
  }

  for (const word of words) await setField(await readWord(word, inputs));
  for (const [draft, name] of drafts) {
    if (!Array.isArray(draft)) continue;
    const gap = draft.findIndex((_, index) => !Object.hasOwn(draft, index));
    if (gap >= 0) throw new SettingsError(`${name}.${gap} is missing: a list cannot have gaps`);
  }
  return root;
}

async function readWord(word: string, inputs: Inputs): Promise<FieldWord> {
  const at = word.indexOf('=');
  const isJson = word[at - 1] === ':';
  const name = word.slice(0, isJson ? at - 1 : at);
  // The word may be a key that was pasted, so it is not repeated.
  if (at < 1 || name === '' || looksLikeKey(name))
    throw new SettingsError('after the operation, each argument must be a field: name=text, name:=JSON or name=@FILE');
  const value = word.slice(at + 1);
  const text = value.startsWith('@') ? await readTextFile(value.slice(1), `${printable(name)}: `, inputs) : value;
  return { name, isJson, text };
}

/** The schema of a field in an object, or of an entry of a list. */
function stepInto(document: ContractDocument, holder: Schema, name: string, step: string): Schema {
  const { type, properties = {}, items = {} } = resolveSchema(document, holder);
  if (type === 'array') {
    if (/^(0|[1-9]\d{0,3})$/.test(step)) return resolveSchema(document, items);
    throw new SettingsError(`${name} is a list: add an index, as in ${name}.0`);
  }
  if (Object.hasOwn(properties, step)) return resolveSchema(document, properties[step] ?? {});
  const full = printable(name === '' ? step : `${name}.${step}`);
  throw new SettingsError(`${full} ${unknownField(step, Object.keys(properties))}`);
}

/** Reads the text of a field. What JSON holds is checked later, with the whole body. */
async function readValue(
  document: ContractDocument,
  { type, items = {} }: Schema,
  { name, isJson, text }: FieldWord,
): Promise<unknown> {
  if (isJson) return await readJsonText(text, `${name}:=`);
  switch (type) {
    case 'integer':
      if (!/^-?\d{1,16}$/.test(text)) throw new SettingsError(`${name} must be a whole number`);
      return Number(text);
    case 'boolean':
      if (text !== 'true' && text !== 'false') throw new SettingsError(`${name} must be true or false`);
      return text === 'true';
    case 'array':
      throw new SettingsError(
        `${name} is a list: write ${name}.0${resolveSchema(document, items).type === 'object' ? '.FIELD' : ''}=…, or the whole list as ${name}:=[…]`,
      );
    case 'object':
      throw new SettingsError(`${name} is an object: write ${name}.FIELD=…, or the whole object as ${name}:={…}`);
    default:
      return text;
  }
}
