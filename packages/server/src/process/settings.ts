import { parsePublicKey } from '@mintmark/stamper/verify';

import { SettingsError } from './settings-error.ts';

/** What the environment says about the process. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** Where metrics are read; without it on the port of the service, from this machine only. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  readonly dataDirectory: string;
  readonly database: string;
  readonly masterKeyFile: string | undefined;
  readonly rootPublicKey: string | undefined;
}

/** Reads the settings of an environment; what is empty counts as not given. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  return {
    host: env['HOST'] || '127.0.0.1',
    port: readPort(env, 'PORT') ?? 8080,
    metricsHost: env['MINTMARK_METRICS_HOST'] || '127.0.0.1',
    metricsPort: readPort(env, 'MINTMARK_METRICS_PORT'),
    dataDirectory: env['MINTMARK_DATA_DIR'] || '.mintmark',
    database: env['DATABASE_URL'] || 'embedded',
    masterKeyFile: env['MINTMARK_MASTER_KEY_FILE'] || undefined,
    rootPublicKey: readPublicKey(env, 'MINTMARK_ROOT_PUBLIC_KEY'),
  };
}

function readPort(env: NodeJS.ProcessEnv, name: string): number | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new SettingsError(`${name} must be a whole number from 0 to 65535, not ${text}`);
}

function readPublicKey(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  try {
    return parsePublicKey('p256', text.toLowerCase()).hex;
  } catch {
    throw new SettingsError(`${name} must be a compressed P-256 public key in hex`);
  }
}
