/** A vote that was cast with the body of its activity has no message of its own. */
export default 'alter table votes alter column message drop not null';
