import { Button } from '@mantine/core'
import { useStorage } from '../../engine/react'
import { useTexts } from '../../ui/edition'
import { Banner } from '../../ui/feedback'

/** What this device lost, and that it can keep nothing more, on every page. */
export function StorageNotice() {
  const t = useTexts().shell.storage
  const { evicted, full, crowded, nothingKept, unreadable } = useStorage()
  return (
    <>
      {evicted !== null && (
        <Banner kind={evicted.waiting > 0 ? 'danger' : 'info'} title={t.evicted(evicted.waiting)}>
          {evicted.waiting > 0 && t.evictedText}
        </Banner>
      )}
      {nothingKept !== null && (
        <Banner
          title={t.nothingKept[nothingKept.why]}
          action={
            nothingKept.why === 'answers' && (
              <Button variant="default" size="compact-md" onClick={() => window.location.reload()}>
                {t.reload}
              </Button>
            )
          }
        >
          {t.waitsUnreached(nothingKept.waiting)} {t.nothingKeptText[nothingKept.why]}
        </Banner>
      )}
      {unreadable && (
        <Banner kind="danger" title={t.unreadable}>
          {t.unreadableText}
        </Banner>
      )}
      {full && (
        <Banner kind="danger" title={t.full}>
          {t.fullText}
        </Banner>
      )}
      {crowded && !full && (
        <Banner kind="info" title={t.crowded}>
          {t.crowdedText}
        </Banner>
      )}
    </>
  )
}
