import { formatDate } from '../../../domain/time'
import { ecgTexts } from '../../../texts/ecg'
import { useEdition } from '../../../ui/edition'

/** The title with the day of the window (epoch milliseconds; null: no window yet). */
export function PanelTitle({ start }: { readonly start: number | null }) {
  const edition = useEdition()
  const t = ecgTexts(edition)
  return (
    <div>
      <h2 id="ecg-title">
        {t.title}
        {start !== null && (
          <>
            {' '}
            <span>{formatDate(new Date(start).toISOString(), edition)}</span>
          </>
        )}
      </h2>
      <p>{t.intended}</p>
    </div>
  )
}
