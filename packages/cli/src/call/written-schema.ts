import { activityFields } from './build-body.ts';
import { type ContractDocument, resolveSchema, type Schema } from './contract-document.ts';
import type { Operation } from './operation.ts';

/** The schema of the fields that a caller writes: without those that are filled in. */
export function writtenSchema(document: ContractDocument, operation: Operation): Schema {
  const { schema, kind } = operation;
  if (kind === 'sign-up') return schema;
  const { parameters, organizationId: _, ...others } = schema.properties ?? {};
  if (kind === 'query' || !parameters) return { ...schema, properties: others };
  const { around, inner } = activityFields(document, operation);
  const { generateAppProofs } = around;
  return {
    ...resolveSchema(document, parameters),
    properties: { ...inner, ...(generateAppProofs && !inner['generateAppProofs'] && { generateAppProofs }) },
  };
}
