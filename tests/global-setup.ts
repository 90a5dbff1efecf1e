/** The zone in which tests that do not name one run: not UTC, so that a forgotten zone is seen. */
export default function setup(): void {
  process.env.TZ = 'Europe/London'
}
