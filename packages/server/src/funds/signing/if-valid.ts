import { ApiError } from '../../core/model/api-error.ts';

/** What is read, or undefined if the request is refused for it: the handler will say why. */
export function ifValid<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
