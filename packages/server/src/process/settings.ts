/** What the environment says about the process. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly dataDirectory: string;
  readonly database: string;
  readonly masterKeyFile: string | undefined;
  readonly rootPublicKey: string | undefined;
}

/** A mistake of the operator, said in a sentence. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Reads the settings of an environment; what is empty counts as not given. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = env['PORT'] || '8080';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new SettingsError(`PORT must be a whole number from 0 to 65535, not ${port}`);
  return {
    host: env['HOST'] || '127.0.0.1',
    port: Number(port),
    dataDirectory: env['MINTMARK_DATA_DIR'] || '.mintmark',
    database: env['DATABASE_URL'] || 'embedded',
    masterKeyFile: env['MINTMARK_MASTER_KEY_FILE'] || undefined,
    rootPublicKey: env['MINTMARK_ROOT_PUBLIC_KEY'] || undefined,
  };
}
