import type { Field, Form, Type } from '../values/type.ts';

// Short words for the tables of fields.

export const bool: Type = { kind: 'bool' };
export const int: Type = { kind: 'int' };
export const timestamp: Type = { kind: 'timestamp' };
/** Known only when a request is evaluated. */
export const any: Type = { kind: 'any' };
/** Any text. */
export const text: Type = { kind: 'string' };
/** Text of one form. */
export const textOf = (form: Form): Type => ({ kind: 'string', form });
export const listOf = (item: Type): Type => ({ kind: 'list', item });
export const mapOf = (value: Type): Type => ({ kind: 'map', value });
export const structOf = (name: string, fields: Readonly<Record<string, Field>>): Type => ({
  kind: 'struct',
  name,
  fields,
});
/** A field and what it says. */
export const field = (type: Type, description: string): Field => ({ type, description });
