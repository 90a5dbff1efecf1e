import { useTexts } from '../../ui/edition'
import styles from './terms.module.css'

/** The platform terms themselves, to read. */
export function PlatformTermsScreen() {
  const t = useTexts().terms.document
  return (
    <article className={styles['column']}>
      <h1>{t.heading}</h1>
      {t.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p className={styles['quiet']}>{t.back}</p>
    </article>
  )
}
