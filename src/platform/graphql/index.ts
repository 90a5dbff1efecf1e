export { type Fetch } from './exchange'
export type { GotBytes, Operation, OperationText } from './operation'
export { createSender, portalAgent, type Sender, type SenderOptions, type Timing } from './sender'
