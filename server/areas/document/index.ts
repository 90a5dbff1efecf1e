export { readBefore } from './freeze'
export { openDocument, type DocumentOpening } from './open'
export { askForSummary } from './summary'
