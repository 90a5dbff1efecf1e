export { readNow, setClockOffset, useClockOffset, useNow } from './use-now'
