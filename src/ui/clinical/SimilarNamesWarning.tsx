import { useTexts } from '../edition'
import { Tooltip } from '../feedback/Tooltip'
import { IconPeople } from '../layout/icons'
import styles from './SimilarNamesWarning.module.css'

/** Warns in words that other patients have a similar name (P336, P337). */
export function SimilarNamesWarning({ count }: { readonly count: number }) {
  const t = useTexts().ui.patient
  if (count <= 0) return null
  const words = t.similarNames(count)
  return (
    <Tooltip label={words}>
      <button type="button" className={`${styles['mark']} finger`} aria-label={words}>
        <IconPeople size={16} />
        {t.similarName}
      </button>
    </Tooltip>
  )
}
