export { makeDue, startDocuments, type DocumentParts } from './make-due'
export { createDocumentRenderer, type DocumentRenderer } from './renderer'
