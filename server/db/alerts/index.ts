export { closeTriggers, type Closing } from './close'
export { raiseAlert, type RaisedTrigger } from './raise'
export { columnsOf, escalateAfterMs, stateOf, type AlertRow } from './state-row'
