export { createCall, type CallOptions } from './call'
