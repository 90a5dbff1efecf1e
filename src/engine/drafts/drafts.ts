import { Dexie, type Table } from 'dexie'
import { z } from 'zod'
import type { Clock } from '../../platform/clock'
import type { Device } from '../../platform/device'
import { source, type Draft, type DraftState, type Observable } from '../define'
import { live, type CacheStore } from '../store'
import { dexieOptions, type StoreEnvironment } from '../store/environment'
import { guarded } from '../store/guard'
import { draftsName, draftTables, type StoredDraft } from '../store/tables'

/** Whose words they are: one user in one organisation. */
interface DraftOwner {
  readonly userId: string
  readonly organizationId: string
}

/** Words typed and not sent: of everybody who used this device, readable by their author alone. */
export interface DraftStore {
  /** What is kept under a form's key; null: nothing. Rejects when it cannot be read or opened. */
  read(owner: DraftOwner, key: string): Promise<unknown>
  /** Keeps a value, or forgets it when null. `at`: epoch milliseconds. */
  keep(owner: DraftOwner, key: string, value: unknown, at: number): Promise<void>
  /** The keys of the forms that keep something of a user, in every organisation. */
  keysOf(userId: string): Promise<readonly string[]>
  /** Forgets everything of a user (a chosen sign-out). */
  forgetUser(userId: string): Promise<void>
  /** Forgets the forms about a subject whom this owner may no longer see. */
  forgetSubject(owner: DraftOwner, subjectId: string): Promise<void>
  /** Forgets what was written before then, epoch milliseconds, of all users. */
  forgetBefore(at: number): Promise<void>
  close(): void
}

/** True for the draft of a form about this subject: its key names them. */
const isAbout = (key: string, subjectId: string): boolean => key.split(' ').includes(subjectId)

/**
 * A database of its own, since a new version replaces the cache: typed text must survive the update
 * (design/sync.md P5, P6).
 */
export const openDrafts = (environment: StoreEnvironment): DraftStore => {
  const { codec } = environment
  const database = new Dexie(draftsName, { ...dexieOptions(environment), cache: 'disabled' })
  database.version(1).stores(draftTables)
  let closed = false
  const drafts = (): Table<StoredDraft, string> => database.table('draft')
  const idOf = ({ userId, organizationId }: DraftOwner, key: string): string =>
    `${userId} ${organizationId} ${key}`
  const context = ({ userId, organizationId }: DraftOwner, key: string) => ({
    table: 'draft',
    id: key,
    userId,
    organizationId,
  })
  const guard = <Value>(work: () => PromiseLike<Value>): Promise<Value> =>
    guarded(database, () => !closed, work, environment.makeRoom)
  return {
    read: async (owner, key) => {
      const kept = await guard(() => drafts().get(idOf(owner, key)))
      return kept === undefined ? null : await codec.open(context(owner, key), kept.body)
    },
    keep: async (owner, key, value, at) => {
      const id = idOf(owner, key)
      const body = value === null ? null : await codec.seal(context(owner, key), value)
      await guard(() =>
        body === null
          ? drafts().delete(id)
          : drafts()
              .put({ id, userId: owner.userId, at, body })
              .then(() => undefined),
      )
    },
    keysOf: async (userId) => {
      const ids = await guard(() => drafts().where('userId').equals(userId).primaryKeys())
      // User, organisation, key: only the key has blanks.
      return ids.map((id) => id.split(' ').slice(2).join(' '))
    },
    forgetUser: async (userId) => {
      await guard(() => drafts().where('userId').equals(userId).delete())
    },
    forgetSubject: (owner, subjectId) =>
      guard(() =>
        database.transaction('rw', drafts(), async () => {
          const ids = await drafts().where('userId').equals(owner.userId).primaryKeys()
          const own = idOf(owner, '')
          await drafts().bulkDelete(
            ids.filter((id) => id.startsWith(own) && isAbout(id.slice(own.length), subjectId)),
          )
        }),
      ),
    forgetBefore: async (at) => {
      await guard(() => drafts().where('at').below(at).delete())
    },
    close: () => {
      closed = true
      database.close()
    },
  }
}

/** Which drafts have a form on the screen. */
const createFormsOnScreen = () => {
  const forms = new Map<Observable<DraftState>, number>()
  const typing = source(false)
  const look = (): void => typing.set([...forms.keys()].some((state) => state.get().text !== ''))
  return {
    /** True while a form on the screen holds words that are not sent. */
    typing,
    /** A draft on the screen has changed. */
    look,
    states: (): readonly Observable<DraftState>[] => [...forms.keys()],
    /** A form of this draft came; returns what is done when it goes. */
    came: (state: Observable<DraftState>): (() => void) => {
      forms.set(state, (forms.get(state) ?? 0) + 1)
      look()
      return () => {
        const left = (forms.get(state) ?? 1) - 1
        if (left === 0) forms.delete(state)
        else forms.set(state, left)
        look()
      }
    },
  }
}
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
  const { store, clock, exclusively, report } = options
  const isKept = options.keepsNothing !== true
  let open = new Map<string, Draft>()
  /** Writes that are due: everything typed since the last one. */
  const due = new Map<object, () => Promise<void>>()
  const forms = createFormsOnScreen()
  /** Drafts that are somebody's. */
  const owned = new WeakSet<Observable<DraftState>>()
  /**
   * One draft: what was read, typed and written. `owner` null: it lives in the page alone. Once its
   * owner left nothing of it is written, so that what a sign-out deleted stays deleted.
   */
  const make = (owner: DraftOwner | null, key: string): Draft => {
    const mine = open
    const state = source<DraftState>({ ready: owner === null, text: '', kept: false, seen: null })
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
          report(thrown, 'draft')
        }
      })
      return writing
    }
    /** What is typed and not written yet wins over what the store holds. */
    const read = async (of: DraftOwner, wins: () => boolean): Promise<void> => {
      try {
        const value = await store.read(of, key)
        state.set(
          wins()
            ? { ...state.get(), ready: true }
            : { ready: true, ...draftSchema.parse(value), kept: isKept },
        )
      } catch (thrown) {
        report(thrown, 'draft')
        state.set({ ...state.get(), ready: true })
      }
      forms.look()
    }
    if (owner !== null) void read(owner, () => typed)
    const set: Draft['set'] = (text, seen = null) => {
      typed = true
      const old = state.get()
      state.set({
        ...old,
        text,
        kept: false,
        seen: text === '' ? null : old.text === '' ? seen : old.seen,
      })
      forms.look()
      if (text === '') {
        void write()
        return
      }
      if (due.has(state)) return
      due.set(state, write)
      cancel = clock.after(writeAfterMs, () => void write())
    }
    const alone: Draft['alone'] = async (work) => {
      if (owner === null) return work()
      const name = `lamplight-draft ${owner.userId} ${owner.organizationId} ${key}`
      await exclusively(
        name,
        async () => {
          await writing
          // Another tab may have written since this one read.
          await read(owner, () => due.has(state))
          try {
            await work()
          } finally {
            await (due.has(state) ? write() : writing)
          }
        },
        new AbortController().signal,
      )
    }
    if (owner !== null) owned.add(state)
    return {
      get: state.get,
      subscribe: (listener) => {
        const gone = forms.came(state)
        const end = state.subscribe(listener)
        return () => {
          end()
          gone()
        }
      },
      set,
      alone,
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
            void forgetSubject(cache, subjectId).catch((thrown: unknown) => report(thrown, 'draft'))
        },
        (problem) => report(problem, 'draft'),
        (call) => clock.after(1_000, call),
      ),
    start: () => store.forgetBefore(clock.now() - keepDraftsMs),
    close: () => store.close(),
  }
}
