import { expect } from 'vitest'
import type { Answer } from '../client'
import type { Tablet } from './tablet'

const pullQuery = `query ($in: PullIn!) { syncPull(in: $in) { epoch asOf more revokedScopes resetScopes scopes { scope base next more moreOf endsAt
  put { __typename ... on VirtualWardPatient { id onWatchList latestAcuityScore { score } latestCheckup { id } continuousMonitoringSession { id organization { id } endedAt } latestContinuousMonitoring { bucketStartAt } wardAdmission { ward { id } } } ... on Patient { id telephone onWatchList latestAcuityScore { score } continuousMonitoringSession { id organization { id } endedAt } latestContinuousMonitoring { bucketStartAt } earliestContinuousMonitoringAt } ... on Checkup { id endedAt ewsScores { totalScore } }
    ... on PatientNote { id revision text } ... on MonitoringChunk { id revision patientId startAt columns } ... on Me { id jobRole } }
  remove { type id reason mergedInto } } } }`

export interface Row {
  readonly __typename: string
  readonly id: string
  readonly [field: string]: unknown
}
export interface Patch {
  readonly scope: string
  readonly base: string
  readonly next: string
  readonly more: boolean
  readonly moreOf: readonly string[] | null
  readonly endsAt: string | null
  readonly put: readonly Row[]
  readonly remove: readonly { type: string; id: string; reason: string }[]
}
export interface Pulled {
  readonly epoch: string
  readonly asOf: string
  readonly more: boolean
  readonly revokedScopes: readonly string[]
  readonly resetScopes: readonly string[]
  readonly scopes: readonly Patch[]
}

/**
 * A device's cache of scopes: applies an answer only on top of the cursor that it was asked with.
 */
export const createPuller = (
  tablet: Pick<Tablet, 'ask' | 'group'>,
  user: string,
  epoch: () => string,
  organization?: string,
) => {
  const cursors = new Map<string, string>()
  const rows = new Map<string, Row>()
  const askPull = (input: Record<string, unknown>): Promise<Answer> =>
    tablet.ask(
      pullQuery,
      user,
      { in: { group: tablet.group, epoch: epoch(), ...input } },
      organization,
    )

  /** One answer, not applied. */
  const peek = async (scopes: readonly string[], limit?: number): Promise<Pulled> => {
    const answer = await askPull({
      cursors: scopes.map((scope) => ({ scope, cursor: cursors.get(scope) ?? null })),
      ...(limit === undefined ? {} : { limit }),
    })
    expect(answer.errors).toEqual([])
    return answer.data?.syncPull as Pulled
  }
  const apply = (pulled: Pulled): void => {
    for (const patch of pulled.scopes) {
      if ((cursors.get(patch.scope) ?? '') !== patch.base) continue
      cursors.set(patch.scope, patch.next)
      for (const row of patch.put) {
        const { __typename: type, id } = row
        rows.set(`${patch.scope} ${type} ${id}`, row)
      }
      for (const { type, id } of patch.remove) rows.delete(`${patch.scope} ${type} ${id}`)
    }
    for (const scope of [...pulled.revokedScopes, ...pulled.resetScopes]) {
      cursors.delete(scope)
      for (const key of rows.keys()) if (key.startsWith(`${scope} `)) rows.delete(key)
    }
  }
  /** Asks until there is no more. @returns every answer. */
  const pull = async (scopes: readonly string[], limit?: number): Promise<readonly Pulled[]> => {
    const answers: Pulled[] = []
    for (;;) {
      const pulled = await peek(scopes, limit)
      apply(pulled)
      answers.push(pulled)
      if (!pulled.more) return answers
    }
  }
  /** Ids of what is held of a kind. */
  const held = (type: string): string[] =>
    [...rows.values()]
      .filter(({ __typename: kind }) => kind === type)
      .map(({ id }) => id)
      .toSorted()
  return { cursors, rows, askPull, peek, apply, pull, held }
}
export type Puller = ReturnType<typeof createPuller>
