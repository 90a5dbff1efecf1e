/** The registered service worker, as src/app/service-worker.ts has it from workbox-window. */
export interface PortalWorker {
  readonly registration: ServiceWorkerRegistration
  /** Has the browser look for a new version. */
  update(): Promise<void>
  /** Tells the worker that waits to take over, if one does. */
  letIn(): void
}

/** What an update needs of the browser; handed in for tests. */
export interface UpdateHost {
  /** The worker once it is installed, which may take as long as the line is away; null: there is none. */
  worker(): Promise<PortalWorker | null>
  /** True when a worker controls the page. */
  isControlled(): boolean
  /** Calls back once another worker controls the page; returns the way to stop. */
  onControllerChange(listener: () => void): () => void
  reload(): void
  /** Milliseconds; returns the way to cancel. */
  after(ms: number, listener: () => void): () => void
}

/** How long a waiting worker may take to come over before the page reloads without it. */
export const takeOverMs = 8_000
/** Longest that Update waits for the new version to be fetched, milliseconds. */
export const installMs = 120_000
/** Longest that a reload waits for what is typed to be kept, milliseconds. */
export const putAwayMs = 2_000

/** A reload that would take words with it is tried again this often, milliseconds. */
export const heldAgainMs = 1_000

/** What a reload must not take with it. */
export interface Keepsake {
  /** True while words on the screen are nowhere but in this page. */
  readonly isUnkept: () => boolean
  /** The reload waits for them, or no more. */
  readonly held: (is: boolean) => void
}

export interface Updater {
  /** Has the browser look for the new version now. */
  fetch(): Promise<void>
  /** True when a new version is installed and waits. */
  isReady(): Promise<boolean>
  /**
   * Waits until the new version is on the device, at most two minutes; false: it is still being
   * fetched then. True as well where no new one comes. Input and sending go on meanwhile.
   */
  arrived(): Promise<boolean>
  /**
   * Lets the waiting version take over; the page reloads once then (P153, C228), at latest after 8
   * s.
   */
  update(): Promise<void>
  close(): void
}

/**
 * Whether a new version waits. Workbox's `waiting` event follows only the first update of a page.
 */
const hasWaiting = async ({ registration, update }: PortalWorker): Promise<boolean> => {
  if (registration.waiting) return true
  await update().catch(() => undefined)
  const installing = registration.installing
  if (installing)
    await new Promise<void>((resolve) => {
      installing.addEventListener('statechange', () => {
        if (installing.state === 'installed' || installing.state === 'redundant') resolve()
      })
    })
  return registration.waiting != null
}

/**
 * One page's side of an update. When another worker takes over, input is kept and the page reloads
 * once; with input that cannot be kept it waits. The first worker of a page is no update. `putAway`
 * answers how to go on.
 */
export const createUpdater = (
  host: UpdateHost,
  putAway: () => Promise<unknown>,
  { isUnkept, held }: Keepsake = { isUnkept: () => false, held: () => undefined },
): Updater => {
  let controlled = host.isControlled()
  let reloading = false
  const attempt = (): void => {
    let done = false
    let waits = false
    const go = (goOn?: unknown): void => {
      if (!done) {
        done = true
        cancel()
        waits = isUnkept()
        held(waits)
        if (!waits) {
          host.reload()
          return
        }
        host.after(heldAgainMs, attempt)
      }
      if (waits && typeof goOn === 'function') goOn()
    }
    const cancel = host.after(putAwayMs, go)
    void putAway().then(go, () => go())
  }
  const reload = (): void => {
    if (reloading) return
    reloading = true
    attempt()
  }
  const stop = host.onControllerChange(() => {
    const isFirst = !controlled
    controlled = true
    if (!isFirst) reload()
  })
  const registered = () => host.worker().catch(() => null)
  return {
    fetch: async () => {
      await (await registered())?.update().catch(() => undefined)
    },
    isReady: async () => (await registered())?.registration.waiting != null,
    arrived: async () => {
      return await new Promise<boolean>((resolve) => {
        const cancel = host.after(installMs, () => resolve(false))
        void registered()
          .then((worker) => (worker === null ? true : hasWaiting(worker)))
          .then(() => {
            cancel()
            resolve(true)
          })
      })
    },
    update: async () => {
      // A reload that shows the old version is better than a button that does nothing.
      host.after(takeOverMs, reload)
      const worker = await registered()
      if (worker && (await hasWaiting(worker))) worker.letIn()
      else reload()
    },
    close: stop,
  }
}
