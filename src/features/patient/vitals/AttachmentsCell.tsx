import type { ReactNode } from 'react'
import { summariseAttachments, type AttachmentKind } from '../../../domain/checkup/attachments'
import type { Checkup } from '../../../domain/checkup/checkup'
import { patientTexts } from '../../../texts/patient'
import { useEdition } from '../../../ui/edition'
import { IconEcg, IconPicture, IconRecord, IconSound } from '../../../ui/layout/icons'
import styles from './cells.module.css'

const icons: Readonly<Record<AttachmentKind, ReactNode>> = {
  'breath-sounds': <IconSound size={18} />,
  pictures: <IconPicture size={18} />,
  'ecg-reports': <IconEcg size={18} />,
  documents: <IconRecord size={18} />,
}

/** Icons of what came with a check-up, "-" for nothing (C088–C091). */
export function AttachmentsCell({ checkup }: { readonly checkup: Checkup }) {
  const t = patientTexts(useEdition()).vitals.attachments
  const found = summariseAttachments(checkup)
  if (found.length === 0) return '-'
  return (
    <span className={styles['icons']}>
      {found.map(({ kind }) => (
        <span key={kind} title={t[kind]}>
          {icons[kind]}
          <span className="visually-hidden">{t[kind]}</span>
        </span>
      ))}
    </span>
  )
}
