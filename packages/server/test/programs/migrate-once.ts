/** Migrates a database with the migrations given as JSON, when told to, and prints the names of those that it ran. */
import { once } from 'node:events';
import { migrate } from '../../src/storage/store/migrate.ts';

const [address = '', migrations = ''] = process.argv.slice(2);
console.log('ready');
await once(process.stdin, 'data');
process.stdin.unref();
const options = { address: JSON.parse(address), migrations: JSON.parse(migrations), ephemeral: true };
console.log(JSON.stringify(await migrate(options)));
