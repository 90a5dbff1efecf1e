export { keepAhead } from './keep-ahead'
export { renewCalls } from './renew-calls'
export { wakeWorkerToDeliver } from './wake-worker'

/**
 * Fetches what the frame shows once the connection is gone, while it is there. Rejects where it does
 * not arrive.
 */
export const fetchForOffline = async (): Promise<void> => {
  await import('./notices/LeaseNotice')
}
