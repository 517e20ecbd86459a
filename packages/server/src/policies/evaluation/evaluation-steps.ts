/** How many steps all expressions together may take for one request that has one view. */
const maxSteps = 100_000;
/** How many more they may take for each further view. */
const stepsOfView = 2_000;
/** How many further views count: as many as there are payloads in the largest request. More would cost their sender nothing. */
const maxFurtherViews = 100;

/** How many steps the policies and the scope of a session may take for a request with this many views. */
export const stepsFor = (views: number): number =>
  maxSteps + stepsOfView * Math.max(Math.min(views - 1, maxFurtherViews), 0);
