import { virtualWardTexts } from '../../../texts/virtual-ward'
import { useEdition } from '../../../ui/edition'
import { IconClose } from '../../../ui/layout/icons'
import styles from '../VirtualWardScreen.module.css'

export function FilterChip({
  label,
  text,
  onRemove,
}: {
  readonly label: string
  readonly text: string
  readonly onRemove: () => void
}) {
  const t = virtualWardTexts(useEdition()).search
  return (
    <span className={styles['chip']}>
      <span>
        {label}: <strong>{text}</strong>
      </span>
      <button type="button" aria-label={t.clear(label, text)} onClick={onRemove}>
        <IconClose size={16} />
      </button>
    </span>
  )
}
