/** The memory of the WebAssembly module of tiny-secp256k1, which the package does not export. */
const { default: library } = (await import(new URL('wasm_loader.js', import.meta.resolve('tiny-secp256k1')).href)) as {
  readonly default: { readonly memory: { readonly buffer: ArrayBuffer } };
};

/** In 2.2.4, the stack is the memory below this address. It grows downwards, and no function uses 4 KiB of it. */
const stackEnd = 10 * 65_536;
const maxUsed = 16 * 1024;

/**
 * Overwrites what the library left on its stack: local variables of the compiled C code, such as a nonce or the sum of two
 * secrets. The library itself zeroes only its input buffers. Between two calls nothing on the stack is in use.
 */
export function clearStack(): void {
  // A view of its own each time, as memory that grows gets another buffer.
  new Uint8Array(library.memory.buffer, stackEnd - maxUsed, maxUsed).fill(0);
}
