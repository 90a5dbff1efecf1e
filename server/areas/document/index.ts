export { freezeSummary, gatherAnew, gatherStay } from './freeze'
export { openDocument } from './open'
export { askForSummary } from './summary'
export { addPart, askForDocument, findDocument } from './repository'
