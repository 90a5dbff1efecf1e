import { othersClosed } from '../../../domain/access/part-record'
import type { Patient } from '../../../domain/patient/patient'
import { formatMoment } from '../../../domain/time'
import { patientTexts } from '../../../texts/patient'
import { useEdition } from '../../../ui/edition'
import { Banner } from '../../../ui/feedback'
import { useTicked } from '../../../ui/time'

/** What of other organisations a record does not show: nothing may look as if there were none. */
export function PartBanner({ patient: { othersFrom } }: { readonly patient: Patient }) {
  const edition = useEdition()
  const t = patientTexts(edition).part
  const from = useTicked((now) =>
    othersFrom === null ? null : formatMoment(Date.parse(othersFrom), now, edition),
  )
  if (othersFrom === null || from === null) return null
  return (
    <Banner kind="warning" title={t.title}>
      {Date.parse(othersFrom) >= Date.parse(othersClosed) ? t.closed : t.from(from)} {t.ask}
    </Banner>
  )
}
