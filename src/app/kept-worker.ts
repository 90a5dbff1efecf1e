/** Waits between two tries, milliseconds; the last one again and again. */
export const installWaitsMs = [10_000, 30_000, 60_000, 300_000] as const

/** Whether the files of the portal are on the device: a worker is active, or will be. */
const isInstalled = ({
  active,
  waiting,
  installing,
}: ServiceWorkerRegistration): Promise<boolean> =>
  active !== null || waiting !== null || installing === null
    ? Promise.resolve(active !== null || waiting !== null)
    : new Promise((resolve) => {
        const look = (): void => {
          if (installing.state === 'redundant') resolve(false)
          else if (installing.state !== 'installing') resolve(true)
        }
        installing.addEventListener('statechange', look)
        look()
      })

/**
 * Registers the service worker again until its install holds: a line that goes while the portal's files
 * are fetched ends it, and the browser does not try again before the next page.
 * @param register rejects where the script did not arrive; null: the browser refuses workers
 * @param pause milliseconds; ends early when the line is back
 * @returns the registration that holds; null: the browser refuses
 */
export const installed = async (
  register: () => Promise<ServiceWorkerRegistration | null>,
  pause: (ms: number) => Promise<void>,
): Promise<ServiceWorkerRegistration | null> => {
  for (let tries = 0; ; tries += 1) {
    const registration = await register().catch(() => undefined)
    if (registration === null) return null
    if (registration !== undefined && (await isInstalled(registration))) return registration
    await pause(installWaitsMs[Math.min(tries, installWaitsMs.length - 1)] ?? 0)
  }
}
