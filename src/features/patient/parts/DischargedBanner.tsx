import { formatStaffName } from '../../../domain/identity'
import type { Patient } from '../../../domain/patient/patient'
import { lastDischarge, stayReasonWords } from '../../../domain/stay/discharge'
import { formatMoment } from '../../../domain/time'
import { patientTexts } from '../../../texts/patient'
import { useEdition } from '../../../ui/edition'
import { Banner } from '../../../ui/feedback'
import { useTicked } from '../../../ui/time'

/** When a patient without a stay was discharged, by whom, from where and why. */
export function DischargedBanner({ patient }: { readonly patient: Patient }) {
  const edition = useEdition()
  const t = patientTexts(edition).discharged
  const discharge = lastDischarge(patient)
  const when = useTicked((now) =>
    discharge === null ? null : formatMoment(Date.parse(discharge.effectiveAt), now, edition),
  )
  if (discharge === null || when === null) return null
  const { createdBy, ward, reason } = discharge
  const why = reason === null ? '' : stayReasonWords(reason.type, edition)
  const info = reason?.additionalInfo ?? ''
  return (
    <Banner kind="warning" title={t.title(when, formatStaffName(createdBy))}>
      {ward !== null && t.from(ward.name)} {why !== '' && t.reason(why)}
      {info !== '' && <div dir="auto">{info}</div>}
    </Banner>
  )
}
