import { z } from 'zod';
import { headerValue } from './authorization.ts';
import { type ReadSecret, secret } from './secret.ts';

/** Where traces are sent. */
export const buildTraces = (readSecret: ReadSecret) =>
  z
    .strictObject({
      otlpUrl: secret(readSecret, otlpUrl).describe(
        'The OTLP endpoint for traces, which accepts JSON over HTTP, for example http://127.0.0.1:4318/v1/traces.',
      ),
      headers: z
        .record(headerName, headerValue(readSecret), {
          error: ({ code }) => (code === 'invalid_key' ? nameError : undefined),
        })
        .describe('Headers for the endpoint, for example Authorization.')
        .optional(),
      sampleRatio: z
        .number()
        .gt(0, { error: ratioError })
        .max(1, { error: ratioError })
        .describe('The fraction of traces to record, more than 0 and at most 1; by default 1.')
        .optional(),
    })
    .describe('Where traces are sent.');

const ratioError = 'must be more than 0 and at most 1';

const otlpUrl = z.string().refine(
  (text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.hash === '' && url.pathname !== '/';
  },
  { error: 'must be an http:// or https:// URL with the path of the traces, usually /v1/traces' },
);

const nameError = 'must be the name of a header that the service does not set itself';

const headerName = z
  .string()
  .regex(
    /^(?!(?:accept-encoding|connection|content-.*|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$)[\w!#$%&'*+.^`|~-]+$/i,
  );
