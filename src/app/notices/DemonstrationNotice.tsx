import { useTexts } from '../../ui/edition'
import styles from './DemonstrationNotice.module.css'

/** Nobody may take the patients of a demonstration for real ones, nor enter real ones. */
export function DemonstrationNotice() {
  const t = useTexts().shell.demonstration
  return (
    <p role="note" className={styles['strip']}>
      <strong>{t.title}</strong> {t.text}
    </p>
  )
}
