import { lateness } from '../src/storage/store/working-time.ts';

/** Lets the time limits of a test stretch while the event loop is late, until the end of a `using`. */
export function measuringLateness(): Disposable {
  lateness.isMeasured = true;
  return {
    [Symbol.dispose]() {
      lateness.isMeasured = false;
    },
  };
}
