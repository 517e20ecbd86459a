import { setTimeout as pause } from 'node:timers/promises';
import type { WaitsInLine } from '../ports/waits-in-line.ts';

export class WaitingLines implements WaitsInLine {
  readonly #lines = new Map<string, (() => void)[]>();

  async wait(name: string, { maxMs, signal }: { readonly maxMs: number; readonly signal: AbortSignal }): Promise<void> {
    const told = Promise.withResolvers<void>();
    const line = this.#lines.get(name) ?? [];
    this.#lines.set(name, line);
    line.push(told.resolve);
    await Promise.race([told.promise, pause(maxMs, undefined, { signal })]).finally(() => {
      const place = line.indexOf(told.resolve);
      if (place >= 0) line.splice(place, 1);
      if (line.length === 0 && this.#lines.get(name) === line) this.#lines.delete(name);
    });
  }

  tell(name: string): void {
    this.#lines.get(name)?.shift()?.();
  }
}
