/** Does something with secret bytes of our own making, and overwrites them whatever happens. */
export async function wiped<Secret extends Uint8Array, Result>(
  secret: Secret,
  use: (secret: Secret) => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await use(secret);
  } finally {
    secret.fill(0);
  }
}
