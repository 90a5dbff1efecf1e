import { Link, useLocation } from 'react-router-dom'
import type { Checkup } from '../../../domain/checkup/checkup'
import { checkupTexts } from '../../../texts/checkup'
import { doubtSentences } from '../../../ui/clinical'
import { formatCheckupStamp, formatLongDate } from '../../../domain/time'
import { useEdition } from '../../../ui/edition'
import { Tooltip } from '../../../ui/feedback'
import { paths } from '../../../ui/paths'
import styles from './cells.module.css'

/** Head of a column: the date over the time, the long date, a link to the check-up (C076–C078). */
export function DateHead({
  patientId,
  checkup,
}: {
  readonly patientId: string
  readonly checkup: Checkup
}) {
  const edition = useEdition()
  const { search } = useLocation() // the way back to the record keeps what was chosen here
  const doubts = doubtSentences(checkup, edition)
  const stamp = formatCheckupStamp(checkup.endedAt, edition)
  return (
    <Tooltip label={[formatLongDate(checkup.endedAt, edition), ...doubts].join('. ')}>
      <Link
        to={{ pathname: paths.checkup(patientId, checkup.id), search }}
        className={styles['head']}
      >
        <span>{stamp.date}</span> <span>{stamp.time}</span>
        {doubts.length > 0 && (
          <>
            {' '}
            <span className={styles['doubt']} aria-hidden>
              ?
            </span>{' '}
            <span className="visually-hidden">
              {checkupTexts(edition).doubts.mark(doubts.length)}
            </span>
          </>
        )}
      </Link>
    </Tooltip>
  )
}
