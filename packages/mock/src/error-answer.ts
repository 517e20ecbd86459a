import type { OpenApiDocument } from '@mintmark/openapi';
import type { Answer } from './answer.ts';

interface FieldViolation {
  readonly field: string;
  readonly description: string;
}

interface ErrorOptions {
  /** Overrides the HTTP status of the catalogue. */
  readonly status?: number;
  readonly headers?: Answer['headers'];
  readonly message?: string;
  readonly fieldViolations?: readonly FieldViolation[];
}

interface ErrorDetail {
  readonly '@type': string;
  readonly fieldViolations?: readonly FieldViolation[];
}

interface ErrorExample {
  readonly value: { readonly code: number; readonly message: string; readonly details: readonly ErrorDetail[] };
}

export type ErrorAnswers = (name: string, details?: ErrorOptions) => Answer;

/** Builds the errors of the contract from the examples of a document. */
export function createErrorAnswers(document: OpenApiDocument): ErrorAnswers {
  const statuses = new Map(document['x-error-catalogue'].map(({ errorCode, httpStatus }) => [errorCode, httpStatus]));
  const examples = document.components.examples as Readonly<Record<string, ErrorExample>>;
  return (name, { status = statuses.get(name), headers, message, fieldViolations = [] } = {}) => {
    const example = examples[name];
    if (!example || status === undefined) throw new Error(`the document has no error ${name}`);
    const { value } = example;
    const details = value.details
      .map((detail) => (detail.fieldViolations ? { ...detail, fieldViolations } : detail))
      .filter((detail) => detail.fieldViolations?.length !== 0);
    return { status, ...(headers && { headers }), body: { ...value, message: message ?? value.message, details } };
  };
}
