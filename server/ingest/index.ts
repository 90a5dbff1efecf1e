export { createIngest, type IngestKind, type IngestLog, type IngestOptions } from './create-ingest'
export { findIngestKey, saveIngestKey, type IngestKey } from './ingest-key'
export { type SignedParts } from './signature'
