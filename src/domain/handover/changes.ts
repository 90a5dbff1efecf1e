import { shownOpen, type Alert } from '../alerts/alert'
import type { Patient } from '../patient/patient'
import { isOverdue } from '../virtual-ward/due'
import { scoreInForce } from '../virtual-ward/score-in-force'
import type { VirtualWardPatient } from '../virtual-ward/virtual-ward'

/** What happened on a ward since an instant, as far as this device knows. */
export interface HandoverChanges {
  /** Raised since and still open, the gravest first. */
  readonly alerts: readonly { readonly patient: VirtualWardPatient; readonly alert: Alert }[]
  /** The score of the check-ups rose; by the most first. */
  readonly rises: readonly {
    readonly patient: VirtualWardPatient
    readonly from: number
    readonly to: number
  }[]
  /** Admitted, or recorded as admitted, or moved here from another ward. */
  readonly arrived: readonly {
    readonly patient: VirtualWardPatient
    readonly at: string
    readonly by: 'admission' | 'transfer'
  }[]
  readonly discharged: readonly { readonly patient: Patient; readonly at: string }[]
  /** Whose next observation is overdue now. */
  readonly overdue: readonly VirtualWardPatient[]
}

/** The score of the check-ups alone: monitoring has no value of the time before to compare with. */
const ofCheckups = { continuousMonitoringSession: null, latestContinuousMonitoring: null } as const

/**
 * The score in force (scoreInForce) before and after, where a check-up since then raised it; null
 * where there is none, or nothing was scored before.
 */
const riseOf = (
  patient: VirtualWardPatient,
  sinceMs: number,
): { readonly from: number; readonly to: number } | null => {
  const { latestCheckup, trend } = patient
  if (latestCheckup === null || Date.parse(latestCheckup.endedAt) < sinceMs) return null
  const before = scoreInForce({
    ...ofCheckups,
    trend,
    latestCheckup: { endedAt: new Date(sinceMs).toISOString(), ewsScores: null },
  })
  const now = scoreInForce({ ...ofCheckups, trend, latestCheckup })
  return before === null || now === null || now.total <= before.total
    ? null
    : { from: before.total, to: now.total }
}

const arrivalOf = (
  patient: VirtualWardPatient,
  record: Patient | undefined,
  sinceMs: number,
): { readonly at: string; readonly by: 'admission' | 'transfer' } | null => {
  const admission = patient.wardAdmission
  if (admission === null) return null
  const isSince = (at: string): boolean => Date.parse(at) >= sinceMs
  if (isSince(admission.admittedAt) || isSince(admission.createdAt))
    return { at: admission.admittedAt, by: 'admission' }
  const moved = record?.admissionEvents.findLast(
    ({ type, ward, effectiveAt }) =>
      type === 'WardTransfer' && ward?.id === admission.ward.id && isSince(effectiveAt),
  )
  return moved === undefined ? null : { at: moved.effectiveAt, by: 'transfer' }
}

/**
 * What happened to these patients since `sinceMs`, at `nowMs` (epoch milliseconds).
 * @param records of these patients and of others who were on the ward
 * @param wardId null: on every ward
 */
export const changesSince = (
  patients: readonly VirtualWardPatient[],
  records: readonly Patient[],
  wardId: string | null,
  sinceMs: number,
  nowMs: number,
): HandoverChanges => {
  const recordOf = new Map(records.map((record) => [record.id, record]))
  return {
    alerts: patients
      .flatMap((patient) =>
        shownOpen(patient.alerts)
          .filter(({ startedAt }) => Date.parse(startedAt) >= sinceMs)
          .map((alert) => ({ patient, alert })),
      )
      .toSorted((a, b) => b.alert.severity - a.alert.severity),
    rises: patients
      .flatMap((patient) => {
        const rise = riseOf(patient, sinceMs)
        return rise === null ? [] : [{ patient, ...rise }]
      })
      .toSorted((a, b) => b.to - b.from - (a.to - a.from)),
    arrived: patients.flatMap((patient) => {
      const arrival = arrivalOf(patient, recordOf.get(patient.id), sinceMs)
      return arrival === null ? [] : [{ patient, ...arrival }]
    }),
    discharged: records.flatMap((patient) =>
      patient.admissionEvents
        .filter(
          ({ type, effectiveAt, ward }) =>
            type === 'Discharge' &&
            Date.parse(effectiveAt) >= sinceMs &&
            (wardId === null || ward?.id === wardId),
        )
        .slice(-1)
        .map(({ effectiveAt: at }) => ({ patient, at })),
    ),
    overdue: patients.filter((patient) => isOverdue(patient, nowMs)),
  }
}
