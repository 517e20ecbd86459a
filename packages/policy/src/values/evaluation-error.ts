/**
 * An expression that has no result for one request, because a value is missing or of another type, or because the evaluation
 * takes too long. A getter of a struct throws it to say that its value cannot be trusted.
 */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';
}
