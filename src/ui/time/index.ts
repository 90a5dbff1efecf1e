export { readNow, setClockOffset, useClockOffset, useNow, useTicked } from './use-now'
