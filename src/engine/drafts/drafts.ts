import type { Clock } from '../../platform/clock'
import type { Device } from '../../platform/device'
import { isAbout, live, type CacheStore, type DraftOwner, type DraftStore } from '../store'
import type { Draft, DraftState, Observable } from '../define'
import { createFormsOnScreen } from './forms-on-screen'
import { createKeptDraft } from './kept-draft'

/** Words that nobody came back to are forgotten after this long, milliseconds. */
export const keepDraftsMs = 30 * 86_400_000

/** What every form has typed and not sent, kept from crash, update and the end of a session. */
interface Drafts {
  /** Forms of one key share one draft. Nobody signed in: words live in the page alone. */
  of(key: string): Draft
  /** True while a form on the screen holds words that are not sent. */
  readonly typing: Observable<boolean>
  /** True where a form on the screen holds text that is not kept yet, or cannot be. */
  unkept(): boolean
  /** The keys of all forms in which the owner typed and did not send, also of those not on the screen. */
  typed(): Promise<readonly string[]>
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
  readonly exclusively: Device['exclusively']
  /** What is written does not outlive the page: it is never called kept. */
  readonly keepsNothing?: boolean
  readonly report: (thrown: unknown, where: string) => void
}): Drafts => {
  const { store, clock } = options
  let open = new Map<string, Draft>()
  const due = new Map<object, () => Promise<void>>()
  const forms = createFormsOnScreen()
  /** Drafts that are somebody's. */
  const owned = new WeakSet<Observable<DraftState>>()
  const parts = {
    store,
    clock,
    forms,
    exclusively: options.exclusively,
    due,
    isKept: options.keepsNothing !== true,
    report: options.report,
  }
  const make = (owner: DraftOwner | null, key: string): Draft => {
    const mine = open
    const { state, draft } = createKeptDraft(parts, owner, key, () => open === mine)
    if (owner !== null) owned.add(state)
    return draft
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
    typing: forms.typing,
    unkept: () =>
      forms
        .states()
        .some((state) => owned.has(state) && state.get().text !== '' && !state.get().kept),
    of: (key) => {
      const owner = options.owner()
      if (owner === null) return make(null, key)
      const name = `${owner.userId} ${owner.organizationId} ${key}`
      const draft = open.get(name) ?? make(owner, key)
      open.set(name, draft)
      return draft
    },
    typed: async () => {
      const owner = options.owner()
      if (owner === null) return []
      await flush()
      return await store.keysOf(owner.userId)
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
