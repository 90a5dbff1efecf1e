import { unreachedWards } from '../../../data/calling'
import { useAnswer } from '../../../engine/react'
import { formatMoment } from '../../../domain/time'
import { onCallTexts } from '../../../texts/on-call'
import { useEdition } from '../../../ui/edition'
import { Banner } from '../../../ui/feedback'
import { useNow } from '../../../ui/time'

/** The wards of the organisation where nobody who is on call can be reached about a patient. */
export function NobodyReached() {
  const edition = useEdition()
  const t = onCallTexts(edition).nobody
  const now = useNow()
  const { value } = useAnswer(unreachedWards, undefined)
  return (value ?? []).map(({ ward, since, reason, patients }) => (
    <Banner key={ward.id} kind="danger" title={t.title(ward.name)}>
      {t.since(formatMoment(Date.parse(since), now, edition), patients)} {t.why[reason]}
    </Banner>
  ))
}
