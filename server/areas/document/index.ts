export { freezeSummary, gatherAnew, gatherStay } from './freeze'
export { openDocument, type DocumentOpening } from './open'
export { askForSummary } from './summary'
export { addPart, askForDocument, findDocument } from './repository'
