import { availableParallelism } from 'node:os';
import { Refusal, runCommand } from '../command.ts';
import { benchClient } from './client.ts';
import { benchCommandLine } from './command-line.ts';
import { benchConsole } from './console.ts';
import { benchContract } from './contract.ts';
import { benchMock } from './mock.ts';
import { benchBefore } from './server/before.ts';
import { benchCost } from './server/cost/cost.ts';
import { benchFairness } from './server/fairness.ts';
import { benchGrowth } from './server/growth.ts';
import { benchServer } from './server/index.ts';
import { benchMemory } from './server/memory/memory.ts';
import { benchMix } from './server/mix.ts';
import { benchOverload } from './server/overload/overload.ts';
import { benchPolicies } from './server/policies.ts';
import { benchProfile } from './server/profile/profile.ts';
import { benchSending } from './server/sending.ts';
import { benchSignIn } from './server/sign-in.ts';
import { benchSigning } from './server/signing.ts';
import { benchSoak } from './server/soak.ts';
import { benchHistory } from './server/transaction-history.ts';
import { benchWallets } from './server/wallets.ts';
import { benchSize } from './size.ts';
import { benchStamper } from './stamper.ts';
import { benchTypes } from './types.ts';

const subjects: { readonly [name: string]: () => Promise<void> } = {
  contract: benchContract,
  stamper: benchStamper,
  client: benchClient,
  mock: benchMock,
  server: benchServer,
  mix: benchMix,
  wallets: benchWallets,
  signing: benchSigning,
  'sign-in': benchSignIn,
  policies: benchPolicies,
  sending: benchSending,
  'command-line': benchCommandLine,
  console: benchConsole,
  size: benchSize,
  types: benchTypes,
};

/** Benchmarks that take minutes, and run only when they are named. */
const longSubjects: typeof subjects = {
  before: benchBefore,
  soak: benchSoak,
  cost: benchCost,
  memory: benchMemory,
  profile: benchProfile,
  overload: benchOverload,
  fairness: benchFairness,
  growth: benchGrowth,
  history: benchHistory,
};

const help = `Usage: npm run bench [-- ${Object.keys(subjects).join(' | ')} | ${Object.keys(longSubjects).join(' | ')}]

Prints measurements and never fails because of them. These take minutes and run only when named:

  before    compares the speed and the starts of this server with those of another clone: BEFORE=../clone npm run bench -- before
  soak      looks for memory leaks
  cost      measures what one request costs: CPU, WAL, rows, bytes, statements and round trips. COST=tags,sign16 npm run
            bench -- cost measures only these of tags, users, sign1, sign16, lone and whoami
  memory    prints the memory of each process, freshly started and after half a minute of load. The program chooses the
            number of workers, unless MINTMARK_WORKERS is set
  profile   prints which functions take the most time: PROFILE=tags npm run bench -- profile. Without PROFILE it profiles
            whoami and sign16
  overload  prints how the service answers and starts while 12 other processes are busy: BUSY=40 npm run bench -- overload
  fairness  prints what organizations of a tenant notice of one that keeps a thousand requests waiting, and of one whose
            activities all fail
  growth    compares short and long histories: ACTIVITIES=10000,1000000 npm run bench -- growth. An activity takes
            3.2 KB of the temporary directory: 10,000,000 need 35 GB and half an hour
  history   compares pages of long and short transaction histories, and the follower of chains with bare fetching

With BEFORE=../clone, cost, memory, profile and overload measure the other clone too.`;

await runCommand(help, async (words) => {
  for (const word of words) {
    if (!Object.hasOwn({ ...subjects, ...longSubjects }, word))
      throw new Refusal(`no such subject: ${word}\n\n${help}`);
  }
  for (const [name, bench] of Object.entries(subjects)) {
    if (words.length === 0 || words.includes(name)) await bench();
  }
  for (const [name, bench] of Object.entries(longSubjects)) if (words.includes(name)) await bench();
  return `Node ${process.versions.node}, ${availableParallelism()} cores`;
});
