import { z } from 'zod'
import type { Clock } from '../../platform/clock'
import { isAbout, live, type CacheStore, type DraftOwner, type DraftStore } from '../store'
import { source, type Draft, type DraftState, type Observable } from '../define'

const nothing = { text: '', seen: null }
/** Words alone are about nobody, or of the version before. */
const draftSchema = z
  .union([
    z.object({
      text: z.string(),
      seen: z
        .object({
          name: z.string(),
          birthDate: z.string(),
          identifierLast4: z.string().nullable(),
          revision: z.number(),
        })
        .nullable(),
    }),
    z.string().transform((text) => ({ text, seen: null })),
  ])
  .catch(nothing)

/** Longest time typed words exist nowhere but in the page, milliseconds. */
const writeAfterMs = 250
/** Words that nobody came back to are forgotten after this long, milliseconds. */
export const keepDraftsMs = 30 * 86_400_000

/** What every form has typed and not sent, kept from crash, update and the end of a session. */
export interface Drafts {
  /** Forms of one key share one draft. Nobody signed in: words live in the page alone. */
  of(key: string): Draft
  /** True while a form on the screen holds words that are not sent. */
  readonly typing: Observable<boolean>
  /** True where a form on the screen holds text that is not kept yet, or cannot be. */
  unkept(): boolean
  /** Writes everything that is due; resolves when it is kept. */
  flush(): Promise<void>
  /** On a change of user or organisation: writes what is due; the next `of` is the next owner's. */
  leave(): Promise<void>
  /** A chosen sign-out: nothing of this user stays. */
  forgetUser(userId: string): Promise<void>
  /** Removes drafts about subjects that the owner may not see; returns the way to stop. */
  follow(cache: CacheStore): () => void
  start(): Promise<void>
  close(): void
}

/**
 * Drafts per user and organisation, sealed, in a database that outlives new versions. At most a
 * quarter of a second is lost. Other users never read them.
 */
export const createDrafts = (options: {
  readonly store: DraftStore
  /** Whose forms are on the screen; null: nobody's. */
  readonly owner: () => DraftOwner | null
  readonly clock: Pick<Clock, 'after' | 'now'>
  /** What is written does not outlive the page: it is never called kept. */
  readonly keepsNothing?: boolean
  readonly report: (thrown: unknown, where: string) => void
}): Drafts => {
  const { store, clock } = options
  const isKept = options.keepsNothing !== true
  let open = new Map<string, Draft>()
  /** Writes that are due: everything typed since the last one. */
  const due = new Map<object, () => Promise<void>>()
  /** Forms on the screen, by their state. */
  const onScreen = new Map<Observable<DraftState>, number>()
  /** Those of them that are somebody's. */
  const owned = new WeakSet<Observable<DraftState>>()
  const typing = source(false)
  const look = (): void => typing.set([...onScreen.keys()].some((state) => state.get().text !== ''))

  const make = (owner: DraftOwner | null, key: string): Draft => {
    const state = source<DraftState>({ ready: owner === null, text: '', kept: false, seen: null })
    // A form that is still drawn after its user left writes nothing more: what sign-out deleted
    // stays deleted.
    const mine = open
    let typed = false
    let cancel: () => void = () => undefined
    // One after the other: the last words typed are the last words written.
    let writing: Promise<void> = Promise.resolve()
    const write = (): Promise<void> => {
      cancel()
      due.delete(state)
      const { text, seen } = state.get()
      writing = writing.then(async () => {
        if (owner === null || open !== mine) return
        try {
          await store.keep(
            owner,
            key,
            text === '' ? null : seen === null ? text : { text, seen },
            clock.now(),
          )
          if (state.get().text === text) state.set({ ...state.get(), kept: isKept })
        } catch (thrown) {
          options.report(thrown, 'draft')
        }
      })
      return writing
    }
    if (owner !== null) {
      owned.add(state)
      void store
        .read(owner, key)
        .then(
          (value) => {
            state.set(
              typed
                ? { ...state.get(), ready: true }
                : { ready: true, ...draftSchema.parse(value), kept: isKept },
            )
          },
          (thrown: unknown) => {
            options.report(thrown, 'draft')
            state.set({ ...state.get(), ready: true })
          },
        )
        .then(look)
    }
    return {
      get: state.get,
      subscribe: (listener) => {
        onScreen.set(state, (onScreen.get(state) ?? 0) + 1)
        look()
        const end = state.subscribe(listener)
        return () => {
          end()
          const left = (onScreen.get(state) ?? 1) - 1
          if (left === 0) onScreen.delete(state)
          else onScreen.set(state, left)
          look()
        }
      },
      set: (text, seen = null) => {
        typed = true
        const old = state.get()
        state.set({
          ...old,
          text,
          kept: false,
          seen: text === '' ? null : old.text === '' ? seen : old.seen,
        })
        look()
        if (text === '') {
          void write()
          return
        }
        if (due.has(state)) return
        due.set(state, write)
        cancel = clock.after(writeAfterMs, () => void write())
      },
    }
  }

  const forgetSubject = async (owner: DraftOwner, subjectId: string): Promise<void> => {
    const about = [...open].filter(([name]) => isAbout(name, subjectId))
    for (const [, draft] of about) draft.set('')
    await flush()
    await store.forgetSubject(owner, subjectId)
  }
  const flush = async (): Promise<void> => {
    await Promise.all([...due.values()].map((write) => write()))
  }

  return {
    typing,
    unkept: () =>
      [...onScreen.keys()].some(
        (state) => owned.has(state) && state.get().text !== '' && !state.get().kept,
      ),
    of: (key) => {
      const owner = options.owner()
      if (owner === null) return make(null, key)
      const name = `${owner.userId} ${owner.organizationId} ${key}`
      const draft = open.get(name) ?? make(owner, key)
      open.set(name, draft)
      return draft
    },
    flush,
    leave: async () => {
      await flush()
      open = new Map()
    },
    forgetUser: (userId) => store.forgetUser(userId),
    follow: (cache) =>
      live(
        async () =>
          (await cache.cursors()).flatMap(({ gone, subjectId }) =>
            gone === '' || subjectId === '' ? [] : [subjectId],
          ),
        (gone) => {
          for (const subjectId of gone)
            void forgetSubject(cache, subjectId).catch((thrown: unknown) =>
              options.report(thrown, 'draft'),
            )
        },
        (problem) => options.report(problem, 'draft'),
        (call) => clock.after(1_000, call),
      ),
    start: () => store.forgetBefore(clock.now() - keepDraftsMs),
    close: () => store.close(),
  }
}
