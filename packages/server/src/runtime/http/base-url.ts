/** The address of a service, as clients need it. */
export const baseUrlOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
