/** The text is not the interface of a contract or program. The message says where and why: `entry 2 has no name`. */
export class InterfaceError extends Error {
  override readonly name = 'InterfaceError';
}
