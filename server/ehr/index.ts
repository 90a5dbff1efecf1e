export { createEgress, fixedAddressFault, foreignAddressFault, type Outward } from './egress'
export { createDemoEgress, createDemoReceiver, demoReceiverPath } from './demo-receiver'
export { purgeEhrEvents, startEhrEvents } from './send-due'
