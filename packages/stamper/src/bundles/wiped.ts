/** Does something with secret bytes of our own making, and overwrites them whatever happens. */
export async function wiped<Result>(
  secret: Uint8Array<ArrayBuffer>,
  use: (secret: Uint8Array<ArrayBuffer>) => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await use(secret);
  } finally {
    secret.fill(0);
  }
}
