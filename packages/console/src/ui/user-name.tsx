import { useUserNames } from '../data/user-names.tsx';
import { Copyable } from './copyable.tsx';

interface UserNameProps {
  readonly id: string;
  /** The name at another time, for a user who was deleted since. */
  readonly formerName?: string | undefined;
}

/** A user by name, with the id, which copies. Stands inside UserNames. */
export function UserName({ id, formerName }: UserNameProps) {
  const name = useUserNames().get(id) ?? formerName;
  return (
    <span>
      {name !== undefined && <strong class="name">{name}</strong>} <Copyable value={id} label="user id" isShort />
    </span>
  );
}
