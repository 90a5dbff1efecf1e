import { formatDateTime } from '../../domain/time'
import { shareLinksTexts } from '../../texts/share-links'
import { useEdition } from '../../ui/edition'
import { Banner } from '../../ui/feedback'

/** That the page is read by a share link, whose it is, and when it ends. */
export function LinkNotice({
  organization,
  until,
}: {
  readonly organization: string
  readonly until: string
}) {
  const edition = useEdition()
  const t = shareLinksTexts(edition).reader
  return (
    <Banner kind="info" title={t.title(organization)}>
      {t.text(formatDateTime(until, edition))}
    </Banner>
  )
}
