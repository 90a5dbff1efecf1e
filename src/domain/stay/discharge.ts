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
export type DischargeReason = (typeof dischargeReasons)[number]

/** Characters of what is said beside a reason. */
export const longestDischargeInfo = 1000

const isReason = (type: string): type is DischargeReason =>
  (dischargeReasons as readonly string[]).includes(type)

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
