import type { Checkup } from '../checkup/checkup'
import { raisedMs, shownOpen, type Alert, type ResolvedAlert } from '../alerts/alert'
import type { Patient } from '../patient/patient'
import { isOverdue } from '../virtual-ward/due'
import {
  checkupPoint,
  checkupPoints,
  isComplete,
  scoreInForce,
  type ScoredPoint,
} from '../virtual-ward/score-in-force'
import type { VirtualWardPatient } from '../virtual-ward/virtual-ward'
import { movesOf, type WardMove } from './ward-move'

/** What happened on a ward since an instant, as far as this device knows. */
export interface HandoverChanges {
  /** Raised since and still open, the gravest first; `isOlder`: open before, and raised again. */
  readonly alerts: readonly {
    readonly patient: VirtualWardPatient
    readonly alert: Alert
    readonly raisedMs: number
    readonly isOlder: boolean
  }[]
  /** What people resolved since, the latest first; also what was raised again. */
  readonly resolved: readonly {
    readonly patient: VirtualWardPatient
    readonly alert: ResolvedAlert
  }[]
  /** The score of the check-ups rose; by the most first. */
  readonly rises: readonly {
    readonly patient: VirtualWardPatient
    readonly from: number
    /** When that was measured, epoch milliseconds. */
    readonly fromMs: number
    readonly to: number
  }[]
  /** Nobody can say whether their score rose: this device holds no complete one to compare with. */
  readonly withoutEarlier: readonly VirtualWardPatient[]
  /** Admitted, or recorded as admitted, or moved here from another ward; also who has left again. */
  readonly arrived: readonly {
    readonly patient: VirtualWardPatient | Patient
    readonly at: string
    readonly by: 'admission' | 'transfer'
  }[]
  readonly discharged: readonly {
    readonly patient: Pick<Patient, 'id' | 'firstName' | 'lastName'>
    readonly at: string
  }[]
  /** Moved off the ward and not back, the latest first. */
  readonly left: readonly WardMove[]
  /** Whose next observation is overdue now. */
  readonly overdue: readonly VirtualWardPatient[]
}

/** The score of the check-ups alone: monitoring has no value of the time before to compare with. */
const ofCheckups = { continuousMonitoringSession: null, latestContinuousMonitoring: null } as const

/** Check-ups of a patient that this device holds, whichever, besides those of the card. */
export type HeldCheckups = readonly Pick<Checkup, 'endedAt' | 'ewsScores' | 'pulseOxiData'>[]

/** Complete scores of a patient until the card's latest check-up, oldest first. */
const completeOf = (patient: VirtualWardPatient, held: HeldCheckups): readonly ScoredPoint[] => {
  const ofCard = checkupPoints(patient)
  const latestMs = ofCard.at(-1)?.atMs ?? -Infinity
  const others = held
    .flatMap((checkup) => checkupPoint(checkup) ?? [])
    .filter(({ atMs }) => atMs < latestMs && !ofCard.some((point) => point.atMs === atMs))
  return [...ofCard, ...others].filter(isComplete).toSorted((a, b) => a.atMs - b.atMs)
}

/** Whether the card alone cannot say what the score was when the shift began: older ones may be held. */
export const needsOlderScore = (patient: VirtualWardPatient, sinceMs: number): boolean =>
  patient.latestCheckup !== null && !completeOf(patient, []).some(({ atMs }) => atMs <= sinceMs)

/**
 * The total in force now (scoreInForce), and what it is compared with: the newest complete score at the
 * start of the shift, however old, else the first complete one since. Null: there is none.
 */
const totalsOf = (
  patient: VirtualWardPatient,
  held: HeldCheckups,
  sinceMs: number,
): { readonly before: ScoredPoint | null; readonly now: number | null } => {
  const { latestCheckup, trend } = patient
  const inForce = scoreInForce({ ...ofCheckups, trend, latestCheckup })
  if (inForce === null) return { before: null, now: null }
  const complete = completeOf(patient, held)
  const before =
    complete.findLast(({ atMs }) => atMs <= sinceMs) ??
    complete.find(({ atMs }) => atMs < inForce.latest.atMs) ??
    null
  // Nothing was scored since: what was so then is so now.
  return { before, now: inForce.latest.atMs <= sinceMs ? (before?.total ?? null) : inForce.total }
}

type Events = Patient['admissionEvents']
interface Stay {
  readonly admittedAt: string
  readonly createdAt: string
  readonly ward: { readonly id: string }
}

/** How somebody came onto the ward of a stay since; null: they were there before. */
const arrivalOf = (
  { admittedAt, createdAt, ward: { id } }: Stay,
  events: Events,
  sinceMs: number,
): { readonly at: string; readonly by: 'admission' | 'transfer' } | null => {
  const isSince = (at: string): boolean => Date.parse(at) >= sinceMs
  if (isSince(admittedAt) || isSince(createdAt)) return { at: admittedAt, by: 'admission' }
  const moved = events
    .filter(
      ({ type, ward, effectiveAt }) =>
        type === 'WardTransfer' && ward?.id === id && isSince(effectiveAt),
    )
    .map(({ effectiveAt }) => effectiveAt)
    .toSorted()
    .at(-1)
  return moved === undefined ? null : { at: moved, by: 'transfer' }
}

/** The last discharge since, from this ward; undefined: none. */
const dischargeOf = (
  { admissionEvents }: Patient,
  wardId: string | null,
  sinceMs: number,
): Events[number] | undefined =>
  admissionEvents
    .filter(
      ({ type, effectiveAt, ward }) =>
        type === 'Discharge' &&
        Date.parse(effectiveAt) >= sinceMs &&
        (wardId === null || ward?.id === wardId),
    )
    .toSorted((one, other) => Date.parse(one.effectiveAt) - Date.parse(other.effectiveAt))
    .at(-1)

/** The stay that a discharge ended; undefined: this device does not know when it began. */
const endedStay = (
  { admissionEvents }: Patient,
  { admissionId, ward }: Events[number],
): Stay | undefined => {
  const admission = admissionEvents.find(
    (event) => event.type === 'Admission' && event.admissionId === admissionId,
  )
  return admission === undefined || ward === null
    ? undefined
    : { admittedAt: admission.effectiveAt, createdAt: admission.createdAt, ward }
}

/** What of the changes is asked. */
export interface ChangesAsked {
  /** Who is on the ward. */
  readonly patients: readonly VirtualWardPatient[]
  /** Of these patients and of others who were on the ward. */
  readonly records: readonly Patient[]
  /** Moves that the server told, also of those whose record is not on this device. */
  readonly moves: readonly WardMove[]
  /** What people resolved, as the server told it. */
  readonly resolved: readonly ResolvedAlert[]
  /** Check-ups that this device holds, by patient, for whoever needs an older score. */
  readonly held?: ReadonlyMap<string, HeldCheckups>
  /** Of whose stays it is told: what another organisation did is its own handover's. */
  readonly organizationId: string
  /** Null: on every ward. */
  readonly wardId: string | null
  /** Since when, epoch milliseconds. */
  readonly sinceMs: number
}

/** What the records and the server tell of who left, each patient once. */
const leftOf = (
  { patients, records, moves, wardId, sinceMs }: ChangesAsked,
  discharged: HandoverChanges['discharged'],
): readonly WardMove[] => {
  const here = new Set(patients.map(({ id }) => id))
  const told = new Set(discharged.map(({ patient }) => patient.id))
  const latest = new Map<string, WardMove>()
  for (const move of [...moves, ...records.flatMap(movesOf)]) {
    if (move.isDischarge || here.has(move.patientId) || told.has(move.patientId)) continue
    if (Date.parse(move.at) < sinceMs || (wardId !== null && move.from.id !== wardId)) continue
    const known = latest.get(move.patientId)
    const isLater = known === undefined || Date.parse(move.at) > Date.parse(known.at)
    if (isLater || (known.at === move.at && known.to === null)) latest.set(move.patientId, move)
  }
  return [...latest.values()].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

/**
 * Who was discharged, by the records and by the server, each once: it also tells of those whose record
 * is not for this user, and of who is on another ward since.
 */
const dischargedOf = (
  { moves, wardId, sinceMs }: ChangesAsked,
  gone: readonly { readonly patient: Patient; readonly discharge: Events[number] }[],
): HandoverChanges['discharged'] => {
  const known = new Set(gone.map(({ patient }) => patient.id))
  const others = new Map<string, HandoverChanges['discharged'][number]>()
  for (const { patientId: id, firstName, lastName, from, isDischarge, at } of moves)
    if (
      isDischarge &&
      !known.has(id) &&
      !others.has(id) &&
      Date.parse(at) >= sinceMs &&
      (wardId === null || from.id === wardId)
    )
      others.set(id, { patient: { id, firstName, lastName }, at })
  return [
    ...gone.map(({ patient, discharge }) => ({ patient, at: discharge.effectiveAt })),
    ...others.values(),
  ]
}

/** What happened to these patients since then, at `nowMs` (epoch milliseconds). */
export const changesSince = (asked: ChangesAsked, nowMs: number): HandoverChanges => {
  const { patients, wardId, sinceMs } = asked
  const records = asked.records.map((record) => ({
    ...record,
    admissionEvents: record.admissionEvents.filter(
      ({ organization }) => organization === undefined || organization.id === asked.organizationId,
    ),
  }))
  const recordOf = new Map(records.map((record) => [record.id, record]))
  const totals = patients.map((patient) => ({
    patient,
    ...totalsOf(patient, asked.held?.get(patient.id) ?? [], sinceMs),
  }))
  const gone = records.flatMap((patient) => {
    const discharge = dischargeOf(patient, wardId, sinceMs)
    return discharge === undefined ? [] : [{ patient, discharge }]
  })
  const discharged = dischargedOf(asked, gone)
  const stays = [
    ...patients.map((patient) => ({ patient, stay: patient.wardAdmission })),
    ...gone.map(({ patient, discharge }) => ({ patient, stay: endedStay(patient, discharge) })),
  ]
  const arrived = stays.flatMap(({ patient, stay }) => {
    const events = recordOf.get(patient.id)?.admissionEvents ?? []
    const arrival = stay == null ? null : arrivalOf(stay, events, sinceMs)
    return arrival === null ? [] : [{ patient, ...arrival }]
  })
  return {
    alerts: patients
      .flatMap((patient) =>
        shownOpen(patient.alerts).map((alert) => ({
          patient,
          alert,
          raisedMs: raisedMs(alert),
          isOlder: Date.parse(alert.startedAt) < sinceMs,
        })),
      )
      .filter((one) => one.raisedMs >= sinceMs)
      .toSorted((a, b) => b.alert.severity - a.alert.severity),
    resolved: asked.resolved.flatMap((alert) => {
      const patient = patients.find(({ id }) => id === alert.patientId)
      return patient === undefined || Date.parse(alert.resolvedAt) < sinceMs
        ? []
        : [{ patient, alert }]
    }),
    rises: totals
      .flatMap(({ patient, before, now }) =>
        before === null || now === null || now <= before.total
          ? []
          : [{ patient, from: before.total, fromMs: before.atMs, to: now }],
      )
      .toSorted((a, b) => b.to - b.from - (a.to - a.from)),
    withoutEarlier: totals.filter(({ before }) => before === null).map(({ patient }) => patient),
    // A card may still be there after the discharge.
    arrived: arrived.filter(
      (one, at) =>
        !arrived
          .slice(0, at)
          .some(({ patient, at: when }) => patient.id === one.patient.id && when === one.at),
    ),
    discharged,
    left: leftOf({ ...asked, records }, discharged),
    overdue: patients.filter((patient) => isOverdue(patient, nowMs)),
  }
}
