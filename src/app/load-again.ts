import { useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { portalVersion } from '../data/maintenance'
import type { Runtime } from '../engine/define'
import { useRuntime } from '../engine/react'

/**
 * What browsers, and the preloading of the build, say of code that did not arrive: Chromium, Firefox,
 * Safari, Vite.
 */
const notLoaded =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i

/** Whether a page failed since its code did not arrive, and not by a fault of ours. */
export const isNotLoaded = (thrown: unknown): boolean =>
  thrown instanceof Error && notLoaded.test(thrown.message)

/** Waits between two reloads of an address by itself, milliseconds: the code may be broken for good. */
export const reloadWaitsMs = [0, 30_000, 120_000, 600_000] as const
/** How often it is looked whether the server is reached, milliseconds. */
export const lookMs = 5_000

const key = 'lamplight.loaded-again'
const reloadSchema = z.object({ path: z.string(), times: z.number(), at: z.number() })
type Reload = z.infer<typeof reloadSchema>

/** The reloads of this tab that did not help so far. */
const readReload = (path: string): Reload => {
  const none = { path, times: 0, at: 0 }
  try {
    const kept = reloadSchema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data
    return kept?.path === path ? kept : none
  } catch {
    return none
  }
}
const keepReload = (reload: Reload): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify(reload))
  } catch {
    // Without storage nothing counts the reloads; each waits for an answer of the server all the same.
  }
}

const waitOf = (times: number): number =>
  reloadWaitsMs[Math.min(times, reloadWaitsMs.length - 1)] ?? 0

/** Reloads where it helps and nothing is lost. @returns whether the server answers */
const loadAgain = async (
  runtime: Pick<Runtime, 'ask' | 'now' | 'pause' | 'unkept'>,
  path: string,
  reload: () => void,
  isAsked: boolean,
): Promise<boolean> => {
  const { kind } = await runtime.ask(portalVersion, undefined)
  const { times, at } = readReload(path)
  if (kind !== 'done') return false
  if (!isAsked && runtime.now() - at < waitOf(times)) return true
  const goOn = await runtime.pause()
  if (runtime.unkept()) {
    goOn()
    return true
  }
  keepReload({ path, times: isAsked ? 0 : times + 1, at: runtime.now() })
  reload()
  return true
}

const reloadPage = (): void => window.location.reload()

/**
 * Loads the page again: browsers remember that code did not arrive for as long as the page lives, so
 * that asking again for it cannot help. Automatically as soon as the server answers, after growing
 * waits where that did not help; or at once, when the user asks. What is typed is kept first.
 */
export const useLoadAgain = (
  path: string,
  reload: () => void = reloadPage,
): { readonly isReached: boolean | null; readonly now: () => void } => {
  const runtime = useRuntime()
  const [isReached, setReached] = useState<boolean | null>(null)
  const isBusy = useRef(false)
  const look = useCallback(
    (isAsked: boolean): void => {
      if (isBusy.current) return
      isBusy.current = true
      void loadAgain(runtime, path, reload, isAsked)
        .then(setReached)
        .finally(() => {
          isBusy.current = false
        })
    },
    [runtime, path, reload],
  )
  useEffect(() => {
    const bySelf = (): void => look(false)
    bySelf()
    const timer = setInterval(bySelf, lookMs)
    window.addEventListener('online', bySelf)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', bySelf)
    }
  }, [look])
  return { isReached, now: useCallback(() => look(true), [look]) }
}
