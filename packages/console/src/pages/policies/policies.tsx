import { UserNames } from '../../data/user-names.tsx';
import type { PageProps } from '../page-props.ts';
import { PolicyList } from './policy-list.tsx';
import { EditPolicy, NewPolicy } from './policy-pages.tsx';

/** All policies; one to edit; or, with `new` in place of an id, one to create. */
export const Policies = ({ id }: PageProps) => (
  <UserNames>{id === undefined ? <PolicyList /> : id === 'new' ? <NewPolicy /> : <EditPolicy id={id} />}</UserNames>
);
