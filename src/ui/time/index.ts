export { useLate } from './use-late'
export { readNow, setClockOffset, setPageClock, useClockOffset, useNow, useTicked } from './use-now'
