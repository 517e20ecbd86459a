/** Runs `use` with secret bytes that we created, and always overwrites them afterwards. */
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
