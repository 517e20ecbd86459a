import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a function is defined. */
export interface Place {
  /** The package of a library; `undefined` if the code is that of the clone. */
  readonly library: string | undefined;
  /** The file and the line, from the root of the clone; for a library, the name of the package. */
  readonly text: string;
}

/** A position in a script; both numbers begin at 0. */
export interface Position {
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** Finds the sources of built files by their source maps. */
export class SourcePlaces {
  readonly #checkout: string;
  readonly #maps = new Map<string, SourceMap | undefined>();

  /** @param checkout The clone whose program was built. */
  constructor(checkout: string) {
    this.#checkout = resolve(checkout);
  }

  /** Without a source map, the source is the file itself. */
  find({ url, lineNumber, columnNumber }: Position): Place {
    const file = url.startsWith('file:') ? fileURLToPath(url) : url;
    const entry = this.#mapOf(file)?.findEntry(lineNumber, columnNumber);
    if (!entry || !('originalSource' in entry)) return this.#placeOf(file, lineNumber);
    return this.#placeOf(resolve(dirname(file), entry.originalSource), entry.originalLine);
  }

  #placeOf(file: string, line: number): Place {
    const library = libraryOf(file);
    return { library, text: library ?? `${relative(this.#checkout, file)}:${line + 1}` };
  }

  #mapOf(file: string): SourceMap | undefined {
    if (!this.#maps.has(file)) {
      const map = `${file}.map`;
      this.#maps.set(file, existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8'))) : undefined);
    }
    return this.#maps.get(file);
  }
}

/** The package of a file below `node_modules`, which may be nested. */
function libraryOf(file: string): string | undefined {
  const path = /.*\/node_modules\/(.*)$/.exec(file)?.[1];
  return path && /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}
