import { checkupNotes } from '../../../data/note'
import type { Checkup } from '../../../domain/checkup/checkup'
import { formatStaffName } from '../../../domain/identity'
import { formatDateTime } from '../../../domain/time'
import { useAnswer, useOffline } from '../../../engine/react'
import { checkupTexts } from '../../../texts/checkup'
import { useMay } from '../../../ui/access'
import { useEdition } from '../../../ui/edition'
import { Block } from './Block'
import styles from './CheckupDetail.module.css'

/** What staff wrote about this check-up; nothing where nobody did. */
export function StaffNotes({ checkup }: { readonly checkup: Checkup }) {
  const edition = useEdition()
  const t = checkupTexts(edition).staffNotes
  const enabled = useMay('note.view')
  const offline = useOffline()
  const { value, problem } = useAnswer(checkupNotes, { checkupId: checkup.id }, { enabled })
  if (!enabled) return null
  if (value === null)
    return problem === null && !offline ? null : (
      <p className={styles['text']}>{offline ? t.offline : t.failed}</p>
    )
  if (value.length === 0) return null
  return (
    <Block title={t.heading}>
      {value.map(({ id, text, createdBy, createdAt }) => (
        <div key={id}>
          <p dir="auto" className={styles['text']}>
            {text}
          </p>
          <p>
            {[formatStaffName(createdBy), formatDateTime(createdAt, edition)]
              .filter((part) => part !== '')
              .join(', ')}
          </p>
        </div>
      ))}
    </Block>
  )
}
