import { lazy, Suspense, useState } from 'react'
import type { Patient } from '../../../domain/patient/patient'
import { nhsNumberTexts } from '../../../texts/nhs-number'
import { usePrincipal } from '../../../ui/access'
import { useEdition } from '../../../ui/edition'
import { Tooltip } from '../../../ui/feedback'
import { IconInfo } from '../../../ui/layout/icons'
import styles from './Record.module.css'

const NhsNumberDialog = lazy(() =>
  import('./NhsNumberDialog').then((module) => ({ default: module.NhsNumberDialog })),
)

/** The icon beside an NHS number that opens its details (O105). */
export function NhsNumberDetails({ patient }: { readonly patient: Patient }) {
  const t = nhsNumberTexts(useEdition())
  const [isOpen, setOpen] = useState(false)
  // What the directory says of it is not a share link's.
  const isByLink = usePrincipal()?.kind === 'share'
  if (isByLink || patient.nationalIdentifier?.type !== 'NhsNumber') return null
  return (
    <>
      <Tooltip label={t.show}>
        <button
          type="button"
          className={`${styles['icon']} finger`}
          aria-label={t.show}
          onClick={() => setOpen(true)}
        >
          <IconInfo size={18} />
        </button>
      </Tooltip>
      {isOpen && (
        <Suspense>
          <NhsNumberDialog patientId={patient.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
