import { useId } from 'react'
import { useFirstSync } from '../../engine/react'
import { useEdition, useTexts } from '../../ui/edition'
import { Banner } from '../../ui/feedback'

/** How much of the ward is here on a first sync; nothing once it is complete. */
export function FirstSyncNotice() {
  const t = useTexts().shell.firstSync
  const edition = useEdition()
  const id = useId()
  const firstSync = useFirstSync()
  if (firstSync === null) return null
  const { done, total } = firstSync
  return (
    <Banner
      kind="info"
      action={<progress aria-labelledby={id} max={Math.max(1, total)} value={done} />}
    >
      <strong id={id}>
        {t.title(done.toLocaleString(edition), total.toLocaleString(edition))}
      </strong>{' '}
      {t.body}
    </Banner>
  )
}
