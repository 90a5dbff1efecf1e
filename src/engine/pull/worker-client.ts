import { z } from 'zod'
import { problem, ProblemError, type Problem } from '../../domain/problem'
import type { Clock } from '../../platform/clock'
import { openCompute, type Compute } from '../../platform/compute'
import type { Vault } from '../../platform/vault'
import type { CacheStore } from '../store'
import {
  createApply,
  type ApplyAnswer,
  type ApplyOptions,
  type PulledText,
  type PullTaken,
} from './apply'

/** A page's worker. Locking in any tab, and `end` at a change of store, end it with its keys. */
export const createPageWorker = ({
  vault,
  clock,
}: {
  readonly vault: Vault
  readonly clock: Pick<Clock, 'after'>
}): {
  readonly compute: Compute<PullWorker>
  /** The key of the store's owner; null: locked, or somebody else's. */
  key(store: CacheStore): CryptoKey | null
  end(): void
  close(): void
} => {
  const compute = openCompute<PullWorker>({ clock })
  const stop = vault.subscribe(() => {
    if (vault.state() === 'locked') compute.end()
  })
  return {
    compute,
    key: (store) => {
      const owner = vault.owner()
      return owner?.userId === store.userId && owner.organizationId === store.organizationId
        ? vault.key()
        : null
    },
    end: compute.end,
    close: () => {
      stop()
      compute.end()
    },
  }
}

/**
 * An answer to be kept by a worker, and the key to seal it with: a CryptoKey crosses without its
 * bytes ever being seen.
 */
interface ApplyOrder extends PulledText {
  readonly userId: string
  readonly organizationId: string
  readonly key: CryptoKey
}

/** Something that went wrong in a worker, for the page's telemetry. */
export interface WorkerReport {
  readonly name: string
  readonly message: string
  readonly where: string
}

/** `closed`: the store is gone or not the page's any more, nothing was kept. */
type ApplyOutcome = { readonly reports: readonly WorkerReport[] } & (
  | { readonly kind: 'kept'; readonly taken: PullTaken }
  | { readonly kind: 'closed' }
  | { readonly kind: 'refused'; readonly problem: Problem; readonly isFull: boolean }
)

/** What the compute worker does for the data floor. */
export interface PullWorker {
  /** Never rejects. `adoptMe`: in the page, awaited before anything is kept. */
  keep(
    order: ApplyOrder,
    adoptMe: (value: unknown, organizationId: string) => Promise<void>,
  ): Promise<ApplyOutcome>
}

const reports = z.array(z.object({ name: z.string(), message: z.string(), where: z.string() }))
const texts = z.array(z.string())
const takenSchema = z.object({
  epoch: z.string(),
  answered: texts,
  more: texts,
  stale: texts,
  reset: texts,
  left: texts,
  rows: z.number(),
  ending: z.array(z.object({ scope: z.string(), endsAt: z.number(), leftMs: z.number() })),
  ended: z.array(z.object({ scope: z.string(), subjectId: z.string(), reason: z.string() })),
})
const outcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('kept'), taken: takenSchema, reports }),
  z.object({ kind: z.literal('closed'), reports }),
  z.object({
    kind: z.literal('refused'),
    problem: z.custom<Problem>(
      (value) => typeof value === 'object' && value !== null && 'kind' in value,
    ),
    isFull: z.boolean(),
    reports,
  }),
])

/**
 * Keeps answers in the worker, where there is one: reading, sealing and the transaction are off the
 * page's thread. The page does it (`here`) where there is none or it dies: an answer that was kept
 * after all is then stale, and asked for again.
 */
const keepInWorker =
  (options: {
    readonly compute: Compute<PullWorker>
    /** The key of the store's owner; null: locked. */
    readonly key: (store: CacheStore) => CryptoKey | null
    readonly here: ApplyAnswer
    readonly adoptMe: (value: unknown, organizationId: string) => Promise<void>
    readonly report: (thrown: unknown, where: string) => void
  }): ApplyAnswer =>
  async (store, given) => {
    const key = options.key(store)
    if (key === null) throw new ProblemError(problem('storage:locked'))
    const { userId, organizationId } = store
    const done = await options.compute.run<ApplyOutcome>(
      async (api, back) =>
        await api.keep({ ...given, userId, organizationId, key }, back(options.adoptMe)),
    )
    if (done.kind === 'ended') return null
    if (done.kind === 'absent') return store.isClosed() ? null : await options.here(store, given)
    const outcome = outcomeSchema.parse(done.value)
    for (const { name, message, where } of outcome.reports)
      options.report(Object.assign(new Error(message), { name }), where)
    if (outcome.kind === 'refused') {
      const refused = new ProblemError(outcome.problem)
      // What a disk said does not cross from the worker; that it was full is acted on (eviction.ts).
      if (outcome.isFull)
        refused.cause = Object.assign(new Error('The disk is full'), { name: 'QuotaExceededError' })
      throw refused
    }
    return outcome.kind === 'kept' ? outcome.taken : null
  }

/**
 * How answers are kept by this page: by its worker where it has one, by itself otherwise.
 */
export const createApplyInWorker = (
  options: ApplyOptions & {
    readonly worker: {
      readonly compute: Compute<PullWorker>
      readonly key: (store: CacheStore) => CryptoKey | null
    } | null
  },
): ApplyAnswer => {
  const here = createApply(options)
  return options.worker === null
    ? here
    : keepInWorker({ ...options.worker, here, adoptMe: options.me.adopt, report: options.report })
}
