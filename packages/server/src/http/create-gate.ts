import { ApiError } from '../contract/api-error.ts';
import type { App } from './exchange.ts';
import { createFrontDoor, type RequestLog } from './front-door.ts';
import { answerPage, type Pages } from './pages.ts';

/** What a port answers: 503, until the app behind it is there. */
export interface Gate {
  readonly app: App;
  /** From now on, requests are for this app. */
  open(app: App): void;
}

/** Makes the gate of a port that is taken before the service has started; `probes` say that it has not. */
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
