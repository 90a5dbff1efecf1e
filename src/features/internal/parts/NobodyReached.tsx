import { unreachedAnywhere } from '../../../data/internal'
import { useAnswer } from '../../../engine/react'
import { formatDateTime } from '../../../domain/time'
import { onCallTexts } from '../../../texts/on-call'
import { useEdition } from '../../../ui/edition'
import { Banner } from '../../../ui/feedback'

/** The wards of all organisations where nobody who is on call can be reached about a patient. */
export function NobodyReached() {
  const edition = useEdition()
  const t = onCallTexts(edition).nobody
  const { value } = useAnswer(unreachedAnywhere, undefined)
  return (value ?? []).map(({ id, organization, ward, since, reason, patients }) => (
    <Banner key={id} kind="danger" title={t.title(`${organization}, ${ward}`)}>
      {t.since(formatDateTime(since, edition), patients)} {t.why[reason]}
    </Banner>
  ))
}
