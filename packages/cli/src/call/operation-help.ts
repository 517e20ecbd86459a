import { wrap } from '../terminal/tree-lines.ts';
import { type ContractDocument, resolveSchema, type Schema } from './contract-document.ts';
import { fieldWords } from './field-words.ts';
import type { Operation } from './operation.ts';
import { shellWord } from './shell-word.ts';
import { writtenSchema } from './written-schema.ts';

const width = 100;

/** The help of an operation: what it does, its fields, and its example from the document. */
export function operationHelp(document: ContractDocument, operation: Operation): string {
  const { name, kind, tag, summary, description } = operation;
  const fields = fieldsOf(document, operation);
  return [
    `Usage: mintmark call ${name} [--json FILE | field=value …] [options]`,
    '',
    `${summary} (${kind}, ${tag})`,
    ...wrap(description, width),
    ...(fields.length > 0 ? ['', 'Fields (N counts from 0)', ...fields.flatMap(fieldLines)] : []),
    '',
    'Example',
    `  ${exampleCommand(operation)}`,
    '',
    '"mintmark call --help" describes the options.',
  ].join('\n');
}

/** A field as it is shown to people. */
interface Field {
  /** `users.N.userName`, for example. */
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** The fields that a caller writes, each object before what is in it. */
function fieldsOf(document: ContractDocument, operation: Operation): readonly Field[] {
  const fields: Field[] = [];
  const add = ({ properties = {}, required = [] }: Schema, before: string): void => {
    for (const [name, written] of Object.entries(properties)) {
      const schema = resolveSchema(document, written);
      // A description beside a reference says what the field is for.
      const described = written.description ? { ...schema, description: written.description } : schema;
      fields.push({ name: before + name, schema: described, isRequired: required.includes(name) });
      addInner(schema, before + name);
    }
  };
  const addInner = (schema: Schema, name: string): void => {
    if (schema.type === 'object') add(schema, `${name}.`);
    if (schema.type === 'array') addInner(resolveSchema(document, schema.items ?? {}), `${name}.N`);
  };
  add(writtenSchema(document, operation), '');
  return fields;
}

function fieldLines({ name, schema, isRequired }: Field): string[] {
  const values = schema.enum ?? schema.items?.enum;
  const about = [schema.description, ...(values ? [`One of ${values.join(', ')}.`] : [])].join(' ');
  return [
    `  ${name}  ${typeWord(schema)}${isRequired ? ', required' : ''}`,
    ...wrap(about, width - 6).map((line) => `      ${line}`),
  ];
}

function typeWord({ type, items }: Schema): string {
  if (type === 'array') return `list${items?.type === 'string' ? ' of strings' : ''}`;
  return type === 'integer' ? 'whole number' : (type ?? 'value');
}

/** The words for the example of an operation, without what is filled in. */
export function exampleWords({ kind, example }: Operation): string[] {
  if (kind === 'activity') {
    const { type: _, timestampMs: __, organizationId: ___, parameters, ...others } = example;
    return fieldWords({ ...(parameters as Readonly<Record<string, unknown>>), ...others });
  }
  const { organizationId: _, ...fields } = example;
  return fieldWords(kind === 'query' ? fields : example);
}

const exampleCommand = (operation: Operation) =>
  [`mintmark call ${operation.name}`, ...exampleWords(operation).map(shellWord)].join(' \\\n    ');
