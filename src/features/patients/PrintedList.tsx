import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { ListedPatient } from '../../data/patient-list'
import { formatDateTime } from '../../domain/time'
import { patientsTexts } from '../../texts/patients'
import { useEdition } from '../../ui/edition'
import { readNow } from '../../ui/time'
import styles from './patients.module.css'
import type { TextColumn } from './patients.view'

/** The chosen patients on paper, only in print. Prints when it is there. */
export function PrintedList({
  caption,
  columns,
  patients,
  onPrinted,
}: {
  readonly caption: string
  readonly columns: readonly TextColumn[]
  readonly patients: readonly ListedPatient[]
  readonly onPrinted: () => void
}) {
  const edition = useEdition()
  const t = patientsTexts(edition).select
  const done = useRef(onPrinted)
  useEffect(() => {
    done.current = onPrinted
  })
  useEffect(() => {
    const after = (): void => done.current()
    window.addEventListener('afterprint', after)
    document.documentElement.dataset['printing'] = 'patients'
    window.print()
    return () => {
      window.removeEventListener('afterprint', after)
      delete document.documentElement.dataset['printing']
    }
  }, [])
  return createPortal(
    <div data-patient-sheet className={styles['sheet']}>
      <table>
        <caption>
          {caption}. {t.printed(formatDateTime(new Date(readNow()).toISOString(), edition))}
        </caption>
        <thead>
          <tr>
            {columns.map(({ id, heading }) => (
              <th key={id} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {patients.map((patient) => (
            <tr key={patient.id}>
              {columns.map(({ id, text }) => (
                <td key={id}>{text(patient)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  )
}
