import { z } from 'zod';

/** A URL that the service calls or is known by. */
export const endpoint = z.string().refine(
  (text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:\/\//.test(text) && url.username === '' && url.password === '';
  },
  { error: 'must be https:// or http:// with a host, and without credentials' },
);
