export { documentKind } from './kind'
export { createDocumentRenderer, type DocumentRenderer } from './renderer'
