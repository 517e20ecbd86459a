import { registry, type Unit } from '@mintmark/schema';

/** The operation that a method of the client calls. */
export function unitOf(method: string): Unit {
  const unit = Object.values<Unit>(registry).find((candidate) => candidate.method === method);
  if (!unit) throw new Error(`the contract has no operation ${method}`);
  return unit;
}
