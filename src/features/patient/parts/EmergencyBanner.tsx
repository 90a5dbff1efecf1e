import { emergencyLeft } from '../../../domain/emergency-access/emergency-access'
import { formatDateTime } from '../../../domain/time'
import { emergencyAccessTexts } from '../../../texts/emergency-access'
import { useEdition } from '../../../ui/edition'
import { Banner } from '../../../ui/feedback'
import { useTicked } from '../../../ui/time'
import type { Emergency } from '../use-emergency'

const minute = 60

function Own({ own, at }: { readonly own: NonNullable<Emergency['own']>; readonly at: number }) {
  const t = emergencyAccessTexts(useEdition()).own
  const left = useTicked((now) => {
    const seconds = Math.ceil(emergencyLeft(own, now - at) / 1_000)
    return seconds > minute ? t.left(Math.ceil(seconds / minute)) : t.seconds(seconds)
  }, 1_000)
  return (
    <Banner kind="warning" title={t.title}>
      {left} {t.limits}
      <div dir="auto">{t.reason(own.reason)}</div>
    </Banner>
  )
}

/** That this record is, or was, opened in an emergency: to who opened it, and to the ward. */
export function EmergencyBanner({ until, own, at, others }: Emergency) {
  const edition = useEdition()
  const { own: mine, others: t, somebody } = emergencyAccessTexts(edition)
  if (own !== null) return <Own own={own} at={at} />
  if (until !== undefined)
    return (
      <Banner kind="warning" title={mine.title}>
        {mine.limits}
      </Banner>
    )
  const [last, ...more] = others
  if (last === undefined) return null
  return (
    <Banner kind="info" title={t.title(last.user.name ?? somebody)}>
      {t.when(formatDateTime(last.openedAt, edition))} {more.length > 0 && t.more(more.length)}
      <div dir="auto">{t.reason(last.reason)}</div>
    </Banner>
  )
}
