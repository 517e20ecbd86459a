// `npm run mintmark`: builds the program if its sources have changed, and runs it.
import { buildIfChanged } from '@mintmark/cli/build';

const program = await buildIfChanged();
process.argv.splice(1, 1, program);
await import(program);
