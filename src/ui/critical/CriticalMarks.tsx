import type { CriticalMarks as Marks } from '../../domain/critical/marks'
import { allergiesPart } from '../../domain/critical/allergies'
import { criticalPart } from '../../domain/critical/information'
import { criticalMarkTexts } from '../../texts/critical-marks'
import { useEdition } from '../edition'
import { UnsentCritical } from './UnsentCritical'
import styles from './CriticalMarks.module.css'

/** Whether a patient has allergies and a resuscitation status on record; what they are is in the record. */
export function CriticalMarks({
  patient,
}: {
  readonly patient: { readonly criticalMarks: Marks }
}) {
  const t = criticalMarkTexts(useEdition())
  const { allergies, resuscitation } = patient.criticalMarks
  const marks = [
    { about: 'allergies', known: allergies, ...t.allergies[allergies] },
    { about: 'resuscitation', known: resuscitation, ...t.resuscitation[resuscitation] },
  ]
  return (
    <span className={styles['marks']}>
      {marks.map(({ about, known, short, words }) => (
        <span key={about} className={styles['mark']} data-known={known} title={words}>
          <span aria-hidden="true">{short}</span>
          <span className="visually-hidden">{words}</span>
        </span>
      ))}
      <UnsentCritical patient={patient} part={allergiesPart} what={t.allergyEntry} />
      <UnsentCritical
        patient={patient}
        part={criticalPart('resuscitation')}
        what={t.resuscitationEntry}
      />
    </span>
  )
}
