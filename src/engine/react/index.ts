import type { SeenIdentity } from '../../domain/sync/seen-identity'
import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveQuery } from 'dexie-react-hooks'
import {
  createContext,
  createElement,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react'
import { may } from '../../domain/access/may'
import { toProblem } from '../../domain/problem'
import type { SentAs } from '../../domain/sync/sent-as'
import { generatePassphrase, passphraseWords, type Auth } from '../../platform/auth'
import {
  lists,
  paramsKey,
  type Call,
  type CallResult,
  type Command,
  type CommandResult,
  type Connection,
  type DraftState,
  type Identified,
  type Outbox,
  type IdleWork,
  type OutboxItem,
  type Reading,
  type Resource,
  type Runtime,
  type SessionActions,
  type SessionState,
  type Shown,
  type StorageState,
} from '../define'
import {
  RuntimeContext,
  useConnectionPart,
  useObservable,
  useOffline,
  useRuntime,
} from './runtime-context'
import { readFields, writeFields, type DraftFields } from '../drafts/form-draft'

export { useOffline, useRuntime } from './runtime-context'
export { useAnswer, type Answer } from './use-answer'

/**
 * Of a resource a query holds the receipt alone: when, fetching, problem. The answers of calls are
 * held here and nowhere else. Retrying is the transport's; focus and network hints are the sync's.
 */
const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        gcTime: 60_000,
      },
    },
  })

/** Gives the tree its runtime. Place it once, around the router; the caller starts the runtime. */
export const DataProvider = ({
  runtime,
  children,
}: {
  readonly runtime: Runtime
  readonly children?: ReactNode
}): ReactNode => {
  const [client] = useState(createQueryClient)
  useEffect(
    () =>
      runtime.onInvalidated((names) => {
        void client.invalidateQueries({
          predicate: ({ queryKey, meta }) =>
            names.includes(String(queryKey[1])) ||
            (meta?.['isAnswer'] === true && names.includes(lists)),
        })
      }),
    [runtime, client],
  )
  // What was asked for is named by its parameters, a searched name among them: it goes with the
  // store that it was asked for.
  useEffect(
    () =>
      runtime.generation.subscribe(() => {
        const now = runtime.generation.get()
        client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== now })
      }),
    [runtime, client],
  )
  return createElement(
    QueryClientProvider,
    { client },
    createElement(RuntimeContext.Provider, { value: runtime }, children),
  )
}

/** The session and what can be done with it. */
export type Session = SessionState & SessionActions

/** Who is signed in. */
export const useSession = (): Session => {
  const { session } = useRuntime()
  const state = useObservable(session)
  return useMemo(
    () => ({
      ...state,
      completeSignIn: (password?: string) => session.completeSignIn(password),
      signOut: () => session.signOut(),
      setActingOrganization: (organizationId: string) =>
        session.setActingOrganization(organizationId),
      refreshMe: () => session.refreshMe(),
      unlock: (password: string) => session.unlock(password),
      lock: () => session.lock(),
      accessSeen: () => session.accessSeen(),
      accountDisabled: (email: string) => session.accountDisabled(email),
    }),
    [session, state],
  )
}

/** True while the server asks for a newer version of this app. */
export const useOutdated = (): boolean => useObservable(useRuntime().outdated)

/** How the device stands with the server. */
export const useConnection = (): Connection => useObservable(useRuntime().connection)

/** How many commands wait to be sent, and how many for a person's decision. */
export const useUnsent = (): Pick<Connection, 'waiting' | 'refused'> => {
  const waiting = useConnectionPart((connection) => connection.waiting)
  const refused = useConnectionPart((connection) => connection.refused)
  return useMemo(() => ({ waiting, refused }), [waiting, refused])
}

/**
 * What waits on this device to be sent, and what waits for a person's decision (kit/runtime.ts,
 * Outbox).
 */
export const useOutbox = (): Pick<Outbox, 'retry' | 'replace' | 'discard'> & {
  readonly items: readonly OutboxItem[]
  readonly othersWaiting: number
  readonly idle: IdleWork
} => {
  const { outbox } = useRuntime()
  const items = useObservable(outbox)
  const othersWaiting = useObservable(outbox.othersWaiting)
  const idle = useObservable(outbox.idle)
  return useMemo(
    () => ({
      items,
      othersWaiting,
      idle,
      retry: (id: string) => outbox.retry(id),
      replace: (id: string, input: unknown) => outbox.replace(id, input),
      discard: (id: string, reason: string) => outbox.discard(id, reason),
    }),
    [outbox, items, othersWaiting, idle],
  )
}

/** How safe this device's storage is. */
export const useStorage = (): StorageState => useObservable(useRuntime().storage)

/**
 * How many subjects' records this device keeps, live; null while it is not known. A live query
 * answers of the former store until it has read the next one: the generation says of which it is.
 */
export const useRecordsKept = (): number | null => {
  const runtime = useRuntime()
  const generation = useObservable(runtime.generation)
  const read = useLiveQuery(
    async () => ({ generation, count: await runtime.recordsKept().catch(() => null) }),
    [runtime, generation],
  )
  return read?.generation === generation ? read.count : null
}

/** How far the first reading of a scope has come; null: none is under way. */
export const useFirstSync = (): {
  readonly done: number
  readonly total: number
  readonly scope: string
} | null => useObservable(useRuntime().firstSync)

export {
  needsPerson,
  type ItemState,
  type IdleWork,
  type OutboxItem,
  type Waiting,
} from '../define'
export type { Challenge, SignInResult } from '../../platform/auth'

export interface ReadingOptions {
  /** False: rows of the store are shown, the server is not asked. */
  readonly enabled?: boolean
  /** Asks again this long (milliseconds) after the last answer while the screen is open. */
  readonly refreshEveryMs?: number
}

/** Asks the server; answers when it had, by the time that ages count by, epoch milliseconds. */
const refreshed = async <Params, Entity extends Identified>(
  runtime: Runtime,
  resource: Resource<Params, Entity>,
  params: Params,
): Promise<number> => {
  await runtime.refresh(resource, params)
  return runtime.now()
}

/**
 * Reads a resource: the store's rows at once and also offline, the server asked when they are stale
 * (cache-and-network, P295). Keyed by the parameters: with other parameters no row of the previous
 * ones is shown, not for one frame.
 */
export const useResource = <Params, Entity extends Identified>(
  resource: Resource<Params, Entity>,
  params: Params,
  options: ReadingOptions = {},
): Reading<Shown<Entity>> => {
  const runtime = useRuntime()
  const client = useQueryClient()
  const generation = useObservable(runtime.generation)
  const key = paramsKey(params)
  const held = useMemo(
    // `key` stands for params: equal params are one reading.
    () => ({ params, view: runtime.watch(resource, params) }),
    // oxlint-disable-next-line react/exhaustive-deps
    [runtime, resource, key, generation],
  )
  const state = useObservable(held.view)
  const query = useQuery({
    queryKey: [generation, resource.name, key],
    queryFn: () => refreshed(runtime, resource, held.params),
    enabled: options.enabled ?? true,
    staleTime: resource.staleAfterMs,
    refetchOnMount: 'always',
    ...(options.refreshEveryMs === undefined ? {} : { refetchInterval: options.refreshEveryMs }),
  })
  const { refetch } = query
  const refresh = useCallback(async () => {
    await refetch({ cancelRefetch: false })
  }, [refetch])
  const next = state.ready ? resource.olderParams(held.params, state.rows, state.total) : null
  const nextKey = next === null ? null : paramsKey(next)
  const older = useMemo(
    () =>
      nextKey === null
        ? null
        : async () => {
            await client
              .fetchQuery({
                queryKey: [generation, resource.name, nextKey],
                queryFn: () => refreshed(runtime, resource, JSON.parse(nextKey) as Params),
                staleTime: 0,
              })
              .catch(() => undefined)
          },
    [client, runtime, resource, nextKey, generation],
  )
  const failed = query.error === null ? null : toProblem(query.error)
  return useMemo(
    () => ({
      rows: state.rows,
      total: state.total,
      ready: state.ready,
      arrangedBy: state.arrangedBy,
      older,
      refresh,
      // `failed` is made of query.error.
      problem: state.problem ?? failed,
      ...(state.gone === undefined ? {} : { gone: state.gone }),
      freshness: {
        asOf: state.asOf,
        checkedAt: state.checkedAt,
        refreshedAt: query.data ?? null,
        stale: state.asOf === null || runtime.now() - state.asOf > resource.staleAfterMs,
        fetching: query.isFetching,
      },
    }),
    // oxlint-disable-next-line react/exhaustive-deps
    [state, older, refresh, query.error, query.data, query.isFetching, runtime, resource],
  )
}

/**
 * The subject as this device showed them when the form was opened: bound then, whatever comes in
 * while it is open.
 */
const useSeen = (about: string | null): Promise<SeenIdentity | null> => {
  const runtime = useRuntime()
  return useMemo(
    () => (about === null ? Promise.resolve(null) : runtime.seen(about)),
    [runtime, about],
  )
}

/**
 * Words typed and not sent, that outlive a reload: bound to the form's key, the user and the
 * organisation. `about`: the subject of the form; how they were seen when the first words were
 * typed stays with the words.
 */
export const useDraft = (
  key: string,
  { about = null }: { readonly about?: string | null } = {},
): DraftState & { readonly set: (text: string) => void } => {
  const runtime = useRuntime()
  const opened = useSeen(about)
  const [seen, setSeen] = useState<SeenIdentity | null>(null)
  useEffect(() => {
    let gone = false
    void opened.then((found) => {
      if (!gone) setSeen(found)
    })
    return () => {
      gone = true
    }
  }, [opened])
  const generation = useObservable(runtime.generation)
  // Another generation is another store: its drafts are others.
  // oxlint-disable-next-line react/exhaustive-deps
  const draft = useMemo(() => runtime.draft(key), [runtime, key, generation])
  const state = useObservable(draft)
  return useMemo(
    () => ({ ...state, set: (text: string) => draft.set(text, seen) }),
    [state, draft, seen],
  )
}

/** A form of several fields, kept as `useDraft` keeps one. */
export interface FormDraft<Fields extends DraftFields> {
  /** False until the store has been read. */
  readonly ready: boolean
  readonly fields: Fields
  /** True when a field differs from what it was before anything was typed. */
  readonly edited: boolean
  /** True once the store holds exactly these fields. */
  readonly kept: boolean
  /** The form's subject as shown when the first of it was typed: for `useCommand(…, { draft })`. */
  readonly seen: SeenIdentity | null
  readonly set: (part: Partial<Fields>) => void
  /** Forgets what was typed: it was sent, or given up. */
  readonly clear: () => void
}

/**
 * The fields of a form, which outlive a reload, a crash, an update and the end of a session.
 * `before`: the fields of an untouched form; only what differs from it is kept. A password is never
 * a field of it.
 */
export const useFormDraft = <Fields extends DraftFields>(
  key: string,
  before: Fields,
  options: { readonly about?: string | null } = {},
): FormDraft<Fields> => {
  const { ready, text, kept, seen, set } = useDraft(key, options)
  const fields = { ...before, ...readFields(text, before) }
  return {
    ready,
    fields,
    edited: writeFields(fields, before) !== '',
    kept,
    seen,
    set: (part) => set(writeFields({ ...fields, ...part }, before)),
    clear: () => set(''),
  }
}

/**
 * `useFormDraft` for a form that is mounted by what holds no data: `form` is the key, `about` the
 * subject.
 */
export const WithFormDraft = <Fields extends DraftFields>({
  form,
  before,
  about,
  children,
}: {
  readonly form: string
  readonly before: Fields
  readonly about: string
  readonly children: (draft: FormDraft<Fields>) => ReactNode
}): ReactNode => children(useFormDraft(form, before, { about }))

/**
 * Does something. `run` resolves with what became of it and never rejects; `busy` while it works;
 * `again`: as what the same input was sent before without an answer. `blocked`: it cannot be done
 * now, because it needs the server and there is no connection; its button is disabled and says so.
 * `forbidden`: this user may not. `parse`: the command's own reading of an input. `about`: the
 * subject of the form, bound as they were shown when it was opened; `draft`: the form's draft, whose
 * own sight of the subject is older and counts first.
 */
export const useCommand = <Input, Value>(
  command: Command<Input, Value>,
  {
    about = null,
    draft,
  }: { readonly about?: string | null; readonly draft?: Pick<DraftState, 'seen'> } = {},
): {
  readonly run: (input: Input, again?: SentAs) => Promise<CommandResult<Value>>
  readonly busy: boolean
  readonly blocked: null | 'offline'
  readonly forbidden: boolean
  readonly parse: Command<Input, Value>['parse']
} => {
  const runtime = useRuntime()
  const offline = useOffline()
  const { principal } = useObservable(runtime.session)
  const forbidden = command.action !== null && principal !== null && !may(principal, command.action)
  const blocked = offline && (!command.waits || runtime.keepsNothing) ? 'offline' : null
  const [busy, setBusy] = useState(false)
  const opened = useSeen(about)
  const kept = draft?.seen ?? null
  const run = useCallback(
    (input: Input, again?: SentAs) => {
      setBusy(true)
      return opened
        .then((found) => runtime.run(command, input, kept ?? found, again))
        .finally(() => setBusy(false))
    },
    [runtime, command, kept, opened],
  )
  const { parse } = command
  return useMemo(
    () => ({ run, busy, blocked, forbidden, parse }),
    [run, busy, blocked, forbidden, parse],
  )
}

/** Asks something now; nothing is kept. `run` never rejects. */
export const useCall = <Input, Value>(
  call: Call<Input, Value>,
): {
  readonly run: (input: Input) => Promise<CallResult<Value>>
  readonly busy: boolean
} => {
  const runtime = useRuntime()
  const [busy, setBusy] = useState(false)
  const run = useCallback(
    (input: Input) => {
      setBusy(true)
      return runtime.ask(call, input).finally(() => setBusy(false))
    },
    [runtime, call],
  )
  return useMemo(() => ({ run, busy }), [run, busy])
}

/**
 * Sign-in, codes and second factors, and a fresh passphrase: what the screens before sign-in and
 * the account page need.
 */
export type Identity = Auth & { suggestPassphrase(): Promise<string> }
const IdentityContext = createContext<Identity | null>(null)

/**
 * Gives the tree the identity provider; outside DataProvider's runtime, because nothing of it is
 * kept.
 */
export const IdentityProvider = ({
  auth,
  children,
}: {
  readonly auth: Auth
  readonly children?: ReactNode
}): ReactNode => {
  const identity = useMemo<Identity>(
    () => ({ ...auth, suggestPassphrase: async () => generatePassphrase(await passphraseWords()) }),
    [auth],
  )
  return createElement(IdentityContext.Provider, { value: identity }, children)
}

/** The identity provider. */
export const useIdentity = (): Identity => {
  const identity = useContext(IdentityContext)
  if (identity === null) throw new Error('No IdentityProvider above this component')
  return identity
}
