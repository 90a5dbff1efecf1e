import { formatPatientName } from '../../../../domain/identity'
import type { Patient } from '../../../../domain/patient/patient'
import { formatDate } from '../../../../domain/time'
import type { EwsTexts } from '../../../../texts/ews'
import { useEdition } from '../../../../ui/edition'
import { ConfirmDialog } from '../../../../ui/feedback'

export interface EwsWarningProps {
  readonly patient: Patient
  readonly t: EwsTexts['warning']
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Shown before edit mode, also with a kept draft (C334, C335). */
export function EwsWarning({ patient, t, onConfirm, onCancel }: EwsWarningProps) {
  const edition = useEdition()
  return (
    <ConfirmDialog
      title={t.title}
      confirmLabel={t.confirm}
      cancelLabel={t.cancel}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>
        <strong>
          {t.who(`${formatPatientName(patient)}, ${formatDate(patient.birthDate, edition)}`)}
        </strong>
      </p>
      <p>{t.text}</p>
      <p>{t.effect}</p>
    </ConfirmDialog>
  )
}
