import { randomUUID } from 'node:crypto';
import enableAuthProxy from '@mintmark/schema/operations/sign-up/enable-auth-proxy';
import { implement } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { sealSecret } from '../../custody/keys/sealed-secret.ts';
import { insertProxy, makeProxyKey, proxyKeyPlace } from '../../identity/auth-proxy/new-proxy.ts';
import { insertConfig, readConfigId } from '../../identity/auth-proxy/proxy-config.ts';
import { readProxy, requireTop } from '../../identity/organizations/auth-proxy-row.ts';
import { setFeature } from '../../identity/organizations/features.ts';

export default implement(enableAuthProxy, {
  async inputs(context) {
    requireTop(context.organization);
    if (await readProxy(context)) throw new ApiError('ALREADY_EXISTS', 'the sign-up proxy is already enabled');
    return { configId: await readConfigId(context) };
  },
  async prepare(context, _, { configId }) {
    const id = configId ?? randomUUID();
    const { publicKey, secret } = makeProxyKey();
    try {
      const privateKey = await sealSecret(context, { place: proxyKeyPlace(context.organization, id), secret });
      return { id, isNew: configId === undefined, publicKey, privateKey };
    } finally {
      secret.fill(0);
    }
  },
  async execute(context, _, { isNew, ...proxy }) {
    if (isNew) await insertConfig(context, proxy.id);
    const userId = await insertProxy(context, proxy);
    await setFeature(context, { name: 'FEATURE_NAME_AUTH_PROXY', value: null });
    return { userId };
  },
});
