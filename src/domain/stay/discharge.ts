import type { Edition } from '../organization/organization'
import type { Patient } from '../patient/patient'
import { camelWords } from '../text/words'

/** Why a patient is discharged (P217), in the order of the specification. */
export const dischargeReasons = [
  'Expired',
  'Other',
  'SelfDischarge',
  'TransferToCommunityOrRehab',
  'TransferToHospice',
  'TransferToHospitalEmergency',
  'TransferToHospitalPlanned',
  'TreatmentCompleted',
] as const
type DischargeReason = (typeof dischargeReasons)[number]

/** The words of a reason, on every screen and paper: of the United Kingdom where they differ (T5). */
const reasonWords: Readonly<Record<DischargeReason, string>> = {
  Expired: 'Died',
  Other: 'Other',
  SelfDischarge: 'Self-discharge',
  TransferToCommunityOrRehab: 'Transfer to community or rehab',
  TransferToHospice: 'Transfer to hospice',
  TransferToHospitalEmergency: 'Transfer to hospital (emergency)',
  TransferToHospitalPlanned: 'Transfer to hospital (planned)',
  TreatmentCompleted: 'Treatment completed',
}

export const dischargeReasonWords = (
  edition: Edition,
): Readonly<Record<DischargeReason, string>> =>
  edition === 'en-US' ? { ...reasonWords, Expired: 'Expired' } : reasonWords

/** Characters of what is said beside a reason. */
export const longestDischargeInfo = 1000

const isReason = (type: string): type is DischargeReason =>
  (dischargeReasons as readonly string[]).includes(type)

/** Why a patient was admitted, moved or discharged, in words; some codes are the senders' own. */
export const stayReasonWords = (type: string, edition: Edition): string =>
  isReason(type) ? dischargeReasonWords(edition)[type] : camelWords(type)

/** What is wrong with a reason for discharge; none: it will do (O317 to O319). */
export const dischargeFaults = (
  type: string,
  additionalInfo: string,
): readonly { readonly path: 'type' | 'additionalInfo'; readonly message: string }[] => [
  ...(type === ''
    ? [{ path: 'type', message: 'Required' } as const]
    : isReason(type)
      ? []
      : [{ path: 'type', message: 'Invalid reason' } as const]),
  ...(type === 'Other' && additionalInfo.trim() === ''
    ? [{ path: 'additionalInfo', message: 'Required' } as const]
    : additionalInfo.trim().length > longestDischargeInfo
      ? [
          {
            path: 'additionalInfo',
            message: `Has at most ${longestDischargeInfo} characters`,
          } as const,
        ]
      : []),
]

/** The discharge that ended the patient's last stay; null: they are admitted, or never were. */
export const lastDischarge = ({
  wardAdmission,
  admissionEvents,
}: Pick<Patient, 'wardAdmission' | 'admissionEvents'>):
  Patient['admissionEvents'][number] | null => {
  if (wardAdmission !== null) return null
  const newest = admissionEvents
    .toSorted(
      (a, b) =>
        Date.parse(a.effectiveAt) - Date.parse(b.effectiveAt) ||
        Date.parse(a.createdAt) - Date.parse(b.createdAt),
    )
    .at(-1)
  return newest?.type === 'Discharge' ? newest : null
}
