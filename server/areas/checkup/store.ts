import { sql } from 'kysely'
import { observeCheckup, type Observed } from '../../../src/domain/alerts/observed'
import type { StrikeOutReason } from '../../../src/domain/checkup/strike-out'
import { storedReadings, type Readings } from '../../../src/domain/checkup/checkup'
import { storedScores } from '../../../src/domain/ews/stored-scores'
import type { EwsScores } from '../../../src/domain/ews/thresholds'
import type { Trx } from '../../db/database'
import { boardPoint, keepDue, type DueInputs } from '../patient-summary'

/** A check-up as its table holds it, all but the revision; instants are ISO 8601. */
export interface NewCheckup {
  readonly id: string
  readonly organization_id: string
  readonly patient_id: string
  readonly source_id: string
  readonly type: string
  readonly subtype: string | null
  readonly checkup_type: { readonly id: string; readonly name: string } | null
  readonly started_at: string
  readonly ended_at: string
  readonly received_at: string
  readonly readings: Readings
  readonly ews_scores: EwsScores | null
  readonly payload_hash: string
  /** Who recorded it; null: a device. */
  readonly created_by: string | null
}

/** What follows from a stored check-up, as the rules ask for it. */
export interface StoredCheckup {
  /** Of the organisation's counter, which this transaction holds from here on. */
  readonly revision: number
  /** The patient's check-ups before it, as far as was asked, in any order. */
  readonly history: readonly Observed[]
  /** The patient has an open missed check-up. Asked with the counter locked. */
  readonly mayAnswer: boolean
}

/**
 * Stores a check-up with its place on the board in one call (migration 0079), which locks the
 * organisation's counter: do little after it.
 * @param lookBackMs history that the rules need; 0: none
 * @returns null when a row with one of its ids exists
 * @throws when the patient is not the acting organisation's
 */
export async function storeCheckup(
  trx: Trx,
  checkup: NewCheckup,
  lookBackMs: number,
): Promise<StoredCheckup | null> {
  const { totalScore, riskLevel } = checkup.ews_scores ?? { totalScore: null, riskLevel: null }
  const { trend, byType } = boardPoint({
    checkupId: checkup.id,
    endedAt: checkup.ended_at,
    scores: checkup.ews_scores,
    pulseOxiData: checkup.readings.pulseOxiData,
    typeId: checkup.checkup_type?.id ?? null,
  })
  const row = JSON.stringify({ ...checkup, total_score: totalScore, risk_level: riskLevel })
  const { rows } = await sql<
    DueInputs & {
      readonly revision: number
      readonly may_answer: boolean
      readonly history: readonly {
        readonly readings: unknown
        readonly ewsScores: unknown
        readonly endedMs: number
      }[]
    }
  >`
    select * from app_store_checkup(${row}::jsonb, ${trend}::jsonb, ${byType}::jsonb, ${lookBackMs}::bigint)`.execute(
    trx,
  )
  const [stored] = rows
  if (stored === undefined) return null
  await keepDue(trx, rows)
  return {
    revision: stored.revision,
    history: stored.history.map(({ readings, ewsScores, endedMs }) =>
      observeCheckup(
        storedReadings(readings),
        storedScores(ewsScores),
        new Date(endedMs).toISOString(),
      ),
    ),
    mayAnswer: stored.may_answer,
  }
}

/**
 * Strikes out a check-up of the acting organisation that counts: the board's row of its patient is
 * worked out anew, and what it answered is asked for again.
 * @param revision by nextRevision in this transaction
 */
export async function strikeOut(
  trx: Trx,
  struck: {
    readonly checkupId: string
    readonly by: string
    /** ISO instant. */
    readonly at: string
    readonly reason: StrikeOutReason
    readonly text: string | null
  },
  revision: number,
): Promise<void> {
  const { checkupId, at, by, reason, text } = struck
  const { rows } =
    await sql<DueInputs>`select * from app_strike_out_checkup(${checkupId}, ${at}::timestamptz, ${by}, ${reason}, ${text}, ${revision}::bigint)`.execute(
      trx,
    )
  await keepDue(trx, rows)
}
