import { shareCluster } from './server/postgres'

/**
 * The zone in which tests that do not name one run: not UTC, so that a forgotten zone is seen. One
 * PostgreSQL for all of the run.
 */
export default function setup(): () => void {
  process.env.TZ = process.env.TEST_ZONE ?? 'Europe/London'
  return shareCluster()
}
