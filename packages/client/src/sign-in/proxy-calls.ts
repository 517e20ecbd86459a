import { createAuthProxyClient } from '../auth-proxy-client.ts';
import { toJson } from '../build-body.ts';
import type { components } from '../generated/paths.ts';
import { type CallOptions, createTransport, type TransportOptions } from '../transport.ts';

type Schemas = components['schemas'];
type Session = { readonly session: string };
type Call<Request, Response> = (request: Request, call?: CallOptions) => Promise<Response>;

/** The calls of the sign-up proxy. */
export interface ProxyCalls {
  signupV2: Call<Schemas['SignupV2Request'], Schemas['SignupV2ResponseBody']>;
  otpInitV2: Call<
    { otpType: 'OTP_TYPE_EMAIL' | 'OTP_TYPE_SMS'; contact: string },
    { otpId: string; otpEncryptionTargetBundle: string }
  >;
  otpVerifyV2: Call<{ otpId: string; encryptedOtpBundle: string }, { verificationToken: string }>;
  otpLoginV2: Call<
    {
      verificationToken: string;
      publicKey: string;
      clientSignature: Schemas['ClientSignature'];
      invalidateExisting?: boolean;
    },
    Session
  >;
  oauthLogin: Call<{ oidcToken: string; publicKey: string; invalidateExisting?: boolean }, Session>;
  account: Call<
    { filterType: string; filterValue: string; verificationToken?: string; oidcToken?: string },
    { organizationId?: string }
  >;
}

const paths = {
  otpInitV2: 'otp_init_v2',
  otpVerifyV2: 'otp_verify_v2',
  otpLoginV2: 'otp_login_v2',
  oauthLogin: 'oauth_login',
  account: 'account',
};

export function createProxyCalls(options: TransportOptions & { readonly authProxyConfigId: string }): ProxyCalls {
  const transport = createTransport(options);
  const credential = { name: 'X-Auth-Proxy-Config-Id', value: options.authProxyConfigId };
  const calls = Object.entries(paths).map(([operation, path]) => [
    operation,
    (input: object, call: CallOptions = {}) =>
      transport(
        { operation, path: `/v1/${path}`, body: toJson(operation, input), credential, isRepeatable: false },
        call,
      ),
  ]);
  const { signupV2 } = createAuthProxyClient(options);
  return { signupV2, ...Object.fromEntries(calls) };
}
