import { release } from '../../domain/release/current'
import { aboutTexts } from '../../texts/about'
import { useEdition, useTexts } from '../../ui/edition'
import { Page } from '../../ui/layout'
import styles from './about.module.css'

/** /about: version, intended use, limits, sources of the scores, and how to report a hazard. */
export function AboutScreen() {
  const t = aboutTexts(useEdition())
  const title = useTexts().doors.about
  return (
    <Page narrow title={title}>
      <p className={styles['version']}>{t.version(release)}</p>
      {t.sections.map(({ heading, paragraphs }) => (
        <section key={heading} className={styles['section']}>
          <h2>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <section className={styles['section']}>
        <h2>{t.sources.heading}</h2>
        <ul>
          {t.sources.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </section>
      <section className={styles['section']}>
        <h2>{t.report.heading}</h2>
        <ol>
          {t.report.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p>
          <a href={t.report.address} target="_blank" rel="noreferrer">
            {t.report.scheme}
          </a>
        </p>
      </section>
    </Page>
  )
}
