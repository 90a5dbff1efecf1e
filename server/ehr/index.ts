export { createEgress } from './egress'
export { createDemoReceiver, demoReceiverPath, toDemoReceiver } from './demo-receiver'
export { purgeEhrEvents, startEhrEvents } from './send-due'
