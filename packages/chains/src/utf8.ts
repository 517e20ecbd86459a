const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads bytes as UTF-8, and returns undefined if they are not. */
export function readUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

export const isUtf8 = (bytes: Uint8Array): boolean => readUtf8(bytes) !== undefined;
