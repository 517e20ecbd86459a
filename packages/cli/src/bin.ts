#!/usr/bin/env node
import '@mintmark/server/core/harden';

import { processSurroundings } from './process-surroundings.ts';
import { runProgram } from './run-program.ts';

process.exitCode = await runProgram(process.argv.slice(2), processSurroundings());
