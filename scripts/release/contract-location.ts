/**
 * Describes the place that a JSON pointer names in a contract.
 *
 * @example
 * contractLocation('#/paths/~1v1~1sign/post/responses/409'); // 'POST /v1/sign › responses › 409'
 * contractLocation('#/components/schemas/Wallet/properties/accounts/items'); // 'Wallet.accounts[]'
 */
export function contractLocation(pointer: string): string {
  const [section, group = '', name = '', ...inner] = segments(pointer);
  if (section === 'paths') return name ? join(`${name.toUpperCase()} ${group}`, inner) : group;
  if (section === 'components' && group === 'schemas') return join(name, inner);
  return segments(pointer).join(' › ') || 'document';
}

function segments(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .filter(Boolean);
}

function join(start: string, [segment, ...rest]: string[]): string {
  if (segment === undefined) return start;
  if (segment === 'items') return join(`${start}[]`, rest);
  const [field, ...below] = rest;
  return segment === 'properties' && field !== undefined
    ? join(`${start}.${field}`, below)
    : join(`${start} › ${segment}`, rest);
}
