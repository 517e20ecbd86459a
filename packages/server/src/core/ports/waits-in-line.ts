/** Lines of those who wait for something in this process, by its name. */
export interface WaitsInLine {
  /** Resolves when somebody is told, or after a while: what is waited for may happen in another process. */
  wait(name: string, options: { readonly maxMs: number; readonly signal: AbortSignal }): Promise<void>;
  /** Tells the first one who waits. */
  tell(name: string): void;
}
