export { createDocumentRenderer, type DocumentRenderer } from './renderer'
