export { keepAhead } from './keep-ahead'
export { wakeWorkerToDeliver } from './wake-worker'
