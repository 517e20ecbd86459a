/** Whether something works, for functions that only say by an error that it does not. */
export function attempt(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
