import { ApiError } from '../../core/model/api-error.ts';
import type { App } from './exchange.ts';
import { createFrontDoor, type RequestLog } from './front-door.ts';
import { answerPage, type Pages } from './pages.ts';

/** Answers 503 until the app is ready. */
export interface Gate {
  readonly app: App;
  /** Passes all later requests to this app. */
  open(app: App): void;
}

/** Creates the gate of a port that listens before the service has started; `probes` report that it is starting. */
export function createGate(probes: Pages, log: (entry: RequestLog) => void): Gate {
  let current = createFrontDoor(async (request, findings) => {
    if (probes.has(request.path)) return answerPage(probes, request, findings);
    throw new ApiError('UNAVAILABLE', 'the service is starting');
  }, log);
  return {
    app: (request) => current(request),
    open(app) {
      current = app;
    },
  };
}
