import { startService } from '@mintmark/server/runtime/workers/start-service';
import { findPublishedFiles } from '../find-published-files.ts';
import { settingsOf } from '../settings-of.ts';
import { workerProgram } from '../worker-program.ts';
import type { Command } from './command.ts';

export const start: Command = {
  help: `Usage: mintmark start

Starts the service and runs until SIGINT or SIGTERM. Prints the address when the service is ready. The first start creates an
organization with a root user, and writes the root user's key to root.json in the data directory.

One process for each core answers requests. This process owns the port and the embedded database, and replaces a process that
dies.

Environment
  HOST, PORT                  where to listen (default: 127.0.0.1, 8080)
  MINTMARK_METRICS_PORT       the port of GET /metrics (default: PORT, for this machine only)
  MINTMARK_METRICS_HOST       the address to serve that port on (default: 127.0.0.1)
  MINTMARK_DATA_DIR           the directory of the embedded database and root.json (default: .mintmark)
  MINTMARK_CONFIG_FILE        the JSON file of the external services (default: config.json in MINTMARK_DATA_DIR, if it exists)
  DATABASE_URL                your own PostgreSQL, postgres://…, instead of the embedded one
  MINTMARK_WORKERS            how many processes answer requests (default: one for each core; 1: this process answers them)
  MINTMARK_MASTER_KEY_FILE    the master key file (default: master.key in MINTMARK_DATA_DIR)
  MINTMARK_ROOT_PUBLIC_KEY    the public key of the first root user, compressed P-256 in hex (default: a new key)
  MINTMARK_ALLOW_OTP_V1       true: accept the first versions of verify_otp and otp_login, which are less safe (default: false)
  MINTMARK_CONSOLE            false: do not serve the console at /console/ (default: true)
  NODE_ENV                    production: do not save mail as files if no mail server is configured`,

  async run({ surroundings }) {
    const { env, print, screen, signal, onUncaught, exit } = surroundings;
    const settings = () => settingsOf(surroundings);
    const files = findPublishedFiles();
    await startService({ settings, env, files, workerProgram, print, screen, signal, onUncaught, exit });
    return 0;
  },
};
