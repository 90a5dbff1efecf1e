import { durationWords } from '../../domain/time'
import { useEdition, useTexts } from '../../ui/edition'
import { Banner } from '../../ui/feedback'
import { useClockOffset } from '../../ui/time'

/** Says that this device's clock is wrong, by how much, and by which clock ages are counted. */
export function ClockNotice() {
  const t = useTexts().shell.clock
  const edition = useEdition()
  const offset = useClockOffset()
  if (offset === 0) return null
  const by = durationWords(Math.abs(offset), edition)
  return <Banner title={t.title}>{t.body(offset < 0 ? t.ahead(by) : t.behind(by))}</Banner>
}
