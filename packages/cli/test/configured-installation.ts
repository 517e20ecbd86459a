import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createClient } from '@mintmark/client';
import { createPreparedInstallation } from './installation.ts';
import { MintmarkProcess } from './mintmark-process.ts';

/** An installation with a configuration file. Its root user works through the client, which sends each request once. */
export async function createConfiguredInstallation(config: object) {
  const installation = await createPreparedInstallation();
  const { dataDirectory } = installation;
  const configFile = join(dirname(dataDirectory), 'config.json');
  const configure = (changed: object) => writeFile(configFile, JSON.stringify(changed), { mode: 0o600 });
  await configure(config);
  return {
    /** Replaces the configuration. A process reads it when it starts. */
    configure,
    start: () => MintmarkProcess.start({ ...installation.env, MINTMARK_CONFIG_FILE: configFile }),
    connect: async ({ url: baseUrl }: MintmarkProcess) => {
      const { organizationId, stamper } = await installation.readRoot();
      return createClient({ baseUrl, organizationId, stamper, retries: 0 });
    },
    [Symbol.asyncDispose]: () => installation[Symbol.asyncDispose](),
  };
}
