import { sql } from 'kysely'
import type { Patient, Person } from '../../../schema/generated/resolvers'
import { frozenCritical } from '../../../src/domain/critical/frozen'
import {
  mostOfStay,
  observedOf,
  soughtOf,
  stillSought,
  type Observed,
  type Summary,
} from '../../../src/domain/document/summary'
import { defaultThresholds } from '../../../src/domain/ews'
import { ewsThresholdsSchema } from '../../../src/domain/ews/thresholds'
import { formatStaffName } from '../../../src/domain/identity'
import { futureToleranceMs } from '../../../src/domain/time/instant'
import type { Trx } from '../../db/database'
import { changeHeads } from '../../db/subject-rows'
import type { Scope } from '../../graphql/scope'
import { alertsOfStay } from '../alert'
import { contactsOfStay } from '../contact'
import { checkupsOfStay, checkupsOfStayBefore, type CheckupOfStay } from '../checkup'
import { sessionsOfStay } from '../monitoring'
import { notesOfStay } from '../note'
import { patientOfStay, thresholdsInForce } from '../patient'

const nameOf = (person: Person | null | undefined): string | null => formatStaffName(person) || null

const frozen = ({ author, ...checkup }: CheckupOfStay): Observed =>
  observedOf({ ...checkup, author: nameOf(author) })

/** A stay that is about to end. */
interface Stay {
  readonly patientId: string
  readonly admissionId: string
  readonly admittedAt: string
}

/** A patient and a time. */
interface During {
  readonly patientId: string
  readonly from: string
  readonly to: string
}

type Checkups = Pick<
  Summary,
  'checkupCount' | 'checkupNoteCount' | 'checkups' | 'earlier' | 'first' | 'highest'
>

/** The newest check-ups, and what older ones alone tell: page by page, until nothing is sought. */
async function freezeCheckups(trx: Trx, during: During): Promise<Checkups> {
  const { count, noteCount, first, highest } = await checkupsOfStay(trx, during)
  const most = mostOfStay.checkups
  let page = await checkupsOfStayBefore(trx, during, null, most)
  const newest = page.map(frozen)
  const earlier: Observed[] = []
  while (page.length === most) {
    const sought = stillSought([...newest, ...earlier], Math.min(noteCount, mostOfStay.notes))
    if (sought.signs.length === 0 && sought.notes === 0) break
    page = await checkupsOfStayBefore(trx, during, page.at(-1) ?? null, most)
    earlier.push(...soughtOf(page.map(frozen), sought))
  }
  return {
    checkupCount: count,
    checkupNoteCount: noteCount,
    checkups: newest.toReversed(),
    earlier: earlier.toReversed(),
    first: first === null ? null : frozen(first),
    highest: highest === null ? null : frozen(highest),
  }
}

/** What a summary says that the discharge does not change. */
export type Gathered = Awaited<ReturnType<typeof gatherStay>>

/** Where the record is: as long as it is the same, nothing of it was written. */
const standingOf = async ({ trx }: Scope, { patientId }: Stay): Promise<string> =>
  JSON.stringify(await changeHeads(trx, patientId, ['checkup']))

/**
 * Gathers it: before the discharge locks what the whole organisation waits for. `gatherAnew` says
 * afterwards what it missed.
 * @param now ISO 8601. What a device whose clock is ahead measured before it belongs to the stay.
 */
export async function gatherStay(scope: Scope, stay: Stay, now: string) {
  const { trx, acting } = scope
  // Before any row: what commits meanwhile is another standing under the lock.
  const standing = await standingOf(scope, stay)
  const to = new Date(Date.parse(now) + futureToleranceMs).toISOString()
  const during = { patientId: stay.patientId, from: stay.admittedAt, to }
  const own = await trx
    .selectFrom('organization')
    .select(['name', 'edition', 'time_zone'])
    .where('id', '=', acting.organizationId)
    .executeTakeFirstOrThrow()
  const author = await trx
    .selectFrom('user_account')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', acting.userId)
    .executeTakeFirst()
  // Of another organisation, where its acceptance of a referral ends the stay.
  const {
    rows: [other],
  } = await sql<{ person: Person | null }>`select app_person(${acting.userId}) as person`.execute(
    trx,
  )
  const { person, critical, admission, events, acuity } = await patientOfStay(scope, stay)
  const notes = await notesOfStay(trx, during, mostOfStay.notes)
  const contacts = await contactsOfStay(trx, during, mostOfStay.contacts)
  const told = {
    edition: own.edition,
    zone: own.time_zone,
    organization: own.name,
    patient: {
      firstName: person.firstName,
      lastName: person.lastName,
      birthDate: person.birthDate,
      gender: person.gender,
      identifier: person.nationalIdentifier ?? null,
      conditions: person.preExistingConditions,
    },
    critical: frozenCritical(critical),
    ward: admission?.ward.name ?? '',
    pathway: admission?.carePathway.name ?? '',
    admittedAt: stay.admittedAt,
    expectedDischargeDate: admission?.expectedDischargeDate ?? null,
    author:
      author === undefined
        ? nameOf(other?.person)
        : formatStaffName({
            firstName: author.first_name,
            lastName: author.last_name,
            email: author.email,
          }),
    transfers: events
      .filter((event) => event.type.endsWith('Transfer'))
      .toReversed()
      .map(({ type, effectiveAt, ward, carePathway, createdBy }) => ({
        type,
        at: effectiveAt,
        to: (type === 'WardTransfer' ? ward : carePathway)?.name ?? null,
        author: nameOf(createdBy),
      })),
    ...(await freezeCheckups(trx, during)),
    monitoring: [...(await sessionsOfStay(trx, during))],
    noteCount: notes.count,
    notes: notes.notes.map((note) => ({
      at: note.captured_at,
      author: nameOf(note.author),
      text: note.text,
    })),
    contactCount: contacts.count,
    contacts: contacts.contacts.map(({ capturedAt, createdBy, kind, withWhom, outcome, note }) => ({
      at: capturedAt,
      author: nameOf(createdBy),
      kind,
      withWhom,
      outcome,
      note,
    })),
    flags: (admission?.patientFlags ?? []).map(({ title, description, active }) => ({
      title,
      description,
      active,
    })),
    acuity:
      acuity === null || acuity.capturedAt < stay.admittedAt
        ? null
        : { score: acuity.score, at: acuity.capturedAt, reason: acuity.reason ?? null },
  } satisfies Partial<Summary>
  return { stay, standing, pathwayId: admission?.carePathway.id ?? null, told }
}

/**
 * Under the discharge's lock, where nothing of the record is written any more: what was gathered, or
 * all of it again where something was committed since. @param at of the discharge, ISO 8601
 */
export const gatherAnew = async (
  scope: Scope,
  gathered: Gathered,
  at: string,
): Promise<Gathered> =>
  (await standingOf(scope, gathered.stay)) === gathered.standing
    ? gathered
    : gatherStay(scope, gathered.stay, at)

const thresholdsOf = ({
  ewsThresholds: own,
  ewsDefault,
}: Pick<Patient, 'ewsThresholds' | 'ewsDefault'>): Summary['thresholds'] => {
  const isPersonal = own?.thresholds != null
  const stored: unknown = own?.thresholds ?? ewsDefault.thresholds ?? defaultThresholds
  return {
    isPersonal,
    schemeName: ewsDefault.schemeName,
    // Nobody stays on a ward because their thresholds cannot be read.
    bands: ewsThresholdsSchema.nullable().catch(null).parse(stored),
    spo2Scale: own?.spo2Scale === 2 ? 2 : 1,
    reason: own?.reason ?? null,
    decidedBy: own?.decidedBy ?? null,
    reviewOn: own?.reviewOn ?? null,
    setAt: own?.createdAt ?? null,
  }
}

/**
 * What a discharge summary says: what was gathered, and what the discharge is about to end (alerts
 * and thresholds), read under its lock and before its own writes.
 */
export async function freezeSummary(
  scope: Scope,
  { stay, pathwayId, told }: Gathered,
  { dischargedAt, reason }: Pick<Summary, 'dischargedAt' | 'reason'>,
): Promise<Summary> {
  const { patientId, admittedAt } = stay
  const thresholds = thresholdsOf(await thresholdsInForce(scope, patientId, pathwayId))
  const { count, alerts } = await alertsOfStay(
    scope.trx,
    { patientId, from: admittedAt, to: dischargedAt },
    mostOfStay.alerts,
  )
  return {
    version: 1,
    ...told,
    dischargedAt,
    reason,
    thresholds,
    alertCount: count,
    alerts: alerts.map((row) => ({
      type: row.type === 'PacsanaEvent' ? 'AlertRule' : row.type,
      name: row.name,
      silent: row.silent,
      severity: row.severity,
      startedAt: row.opened_at,
      count: row.triggers,
      closedAt: row.closed_at ?? dischargedAt,
      closedBy: nameOf(row.closer),
      closedReason: row.closed_at === null ? 'discharged' : row.closed_reason,
      outcome: row.outcome,
      outcomeText: row.outcome_text,
      acknowledgedAt: row.acknowledged_at,
      acknowledgedBy: nameOf(row.acknowledger),
      escalatedAt: row.escalated_at,
    })),
  }
}
