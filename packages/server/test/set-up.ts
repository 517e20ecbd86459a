import { lateness } from '../src/storage/store/working-time.ts';

// Tests control the time: for them it passes without an event loop. Those that are about its lateness measure it.
lateness.isMeasured = false;
