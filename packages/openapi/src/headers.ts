/** The response headers of the contract, as components of the document. */
export const headers = {
  RequestId: {
    description: 'Names this request in the logs of the service.',
    schema: { type: 'string', examples: ['0199c3a4-7e51-7b26-9d0c-4a8f3b1e6d72'] },
  },
  RetryAfter: {
    description:
      'How many seconds to wait before the request is sent again. Absent where that does not help, as with a quota.',
    schema: { type: 'integer', minimum: 0, examples: [2] },
  },
} as const;

export const responseHeaders = (status: number) => ({
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  ...((status === 429 || status === 503) && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
});
