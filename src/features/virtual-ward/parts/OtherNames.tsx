import { Link } from 'react-router-dom'
import { patientNames } from '../../../data/patient-list'
import { formatPatientName } from '../../../domain/identity'
import { formatDate, formatMoment } from '../../../domain/time'
import { matchesSearch } from '../../../domain/virtual-ward/filter'
import { useAnswer } from '../../../engine/react'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { useMay } from '../../../ui/access'
import { useEdition } from '../../../ui/edition'
import { paths } from '../../../ui/paths'
import { useNow } from '../../../ui/time'
import { useWholeBoard, type BoardQuestion } from '../use-board'
import { usePage } from '../use-page'
import styles from '../VirtualWardScreen.module.css'

/** So many are named; the list of patients has the others. */
const most = 5

/**
 * Without a connection: who else of the organisation a search of the board finds, of the names that
 * this device keeps. Their records may not be on it.
 */
export function OtherNames({ question }: { readonly question: BoardQuestion }) {
  const { search } = question
  const edition = useEdition()
  const t = virtualWardTexts(edition).otherNames
  const now = useNow()
  const enabled = useMay('patient-archive.view')
  const { value, at } = useAnswer(patientNames, undefined, { enabled })
  // Of all pages: who is on another one is on this board.
  const board = useWholeBoard(question)
  const { rows } = usePage(board, 1, board.rows.length, question.filter.onlyOverdue)
  if (value === null || at === null || !board.ready) return null
  const shown = new Set(rows.map(({ id }) => id))
  const found = value.rows.filter((one) => !shown.has(one.id) && matchesSearch(one, search))
  if (found.length === 0) return null
  return (
    <section aria-label={t.title} className={styles['others']}>
      <h3>{t.title}</h3>
      <ul>
        {found.slice(0, most).map((one) => (
          <li key={one.id}>
            <Link to={paths.patient(one.id)} className="finger">
              {t.one(formatPatientName(one), formatDate(one.birthDate, edition), one.ward)}
            </Link>
          </li>
        ))}
      </ul>
      {found.length > most && (
        <p>
          <Link to={paths.patients('all')}>{t.more(found.length - most)}</Link>
        </p>
      )}
      <p>{t.about(formatMoment(at, now, edition))}</p>
    </section>
  )
}
