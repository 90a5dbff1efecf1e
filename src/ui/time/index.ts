export { useLate } from './use-late'
export { readNow, setClockOffset, useClockOffset, useNow, useTicked } from './use-now'
