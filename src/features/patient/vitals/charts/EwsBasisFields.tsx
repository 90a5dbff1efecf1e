import { Textarea, TextInput } from '@mantine/core'
import type { EwsBasis } from '../../../../domain/ews'
import type { EwsTexts } from '../../../../texts/ews'
import styles from './charts.module.css'

export interface EwsBasisFieldsProps {
  readonly basis: EwsBasis
  readonly faults: readonly (keyof EwsBasis)[]
  readonly t: EwsTexts['basis']
  readonly onChange: (basis: EwsBasis) => void
}

/** Asked for where less will be seen: why, who decided it, and when it is looked at again (H7). */
export function EwsBasisFields({ basis, faults, t, onChange }: EwsBasisFieldsProps) {
  const errorOf = (field: keyof EwsBasis) => (faults.includes(field) ? t.faults[field] : null)
  return (
    <fieldset className={styles['basis'] ?? ''}>
      <legend>{t.title}</legend>
      <p>{t.why}</p>
      <Textarea
        label={t.reason}
        required
        maxLength={500}
        autoComplete="off"
        rows={2}
        value={basis.reason}
        error={errorOf('reason')}
        onChange={({ currentTarget }) => onChange({ ...basis, reason: currentTarget.value })}
      />
      <TextInput
        label={t.decidedBy}
        description={t.decidedByHint}
        required
        maxLength={100}
        autoComplete="off"
        value={basis.decidedBy}
        error={errorOf('decidedBy')}
        onChange={({ currentTarget }) => onChange({ ...basis, decidedBy: currentTarget.value })}
      />
      <TextInput
        type="date"
        autoComplete="off"
        label={t.reviewOn}
        required
        value={basis.reviewOn}
        error={errorOf('reviewOn')}
        onChange={({ currentTarget }) => onChange({ ...basis, reviewOn: currentTarget.value })}
      />
    </fieldset>
  )
}
