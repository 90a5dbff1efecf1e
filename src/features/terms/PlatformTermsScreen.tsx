import { termsTexts } from '../../texts/terms'
import { useEdition, useTexts } from '../../ui/edition'
import styles from './terms.module.css'

export function PlatformTermsScreen() {
  const t = termsTexts(useEdition()).document
  return (
    <article className={styles['column']}>
      <h1>{useTexts().doors.platformTerms}</h1>
      {t.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p className={styles['quiet']}>{t.back}</p>
    </article>
  )
}
