import { allergiesPart, knownAllergies } from '../../domain/critical/allergies'
import { criticalPart, knownField } from '../../domain/critical/information'
import {
  allergiesWords,
  fieldWords,
  reviewWords,
  statusWords,
  type CriticalPatient,
} from '../../domain/critical/words'
import { criticalInformationTexts } from '../../texts/critical-information'
import { useDetail } from '../detail'
import { useEdition } from '../edition'
import { useNow } from '../time'
import styles from './CriticalLine.module.css'
import { UnsentCritical } from './UnsentCritical'

const hour = 3_600_000

/** Allergies and resuscitation status of the patient of a record; it opens all that everybody must know. */
export function CriticalLine({
  patient,
  isShort = false,
}: {
  readonly patient: CriticalPatient
  /** Among other words of a phone: the form and its review are behind it. */
  readonly isShort?: boolean
}) {
  const edition = useEdition()
  const t = criticalInformationTexts(edition)
  const now = useNow(hour)
  const dialog = useDetail('dialog')
  const allergies = knownAllergies(patient)
  const resuscitation = knownField(patient, 'resuscitation')
  const review = 'entry' in resuscitation ? reviewWords(resuscitation.entry, now, edition) : null
  const said = fieldWords(patient, 'resuscitation', edition)
  const status = isShort ? statusWords(patient, edition) : said
  return (
    <div className={styles['line']} data-short={isShort}>
      <button
        type="button"
        className={styles['open']}
        data-print="keep"
        aria-label={t.openNamed(allergiesWords(patient, edition), said)}
        onClick={() => dialog.open('critical')}
      >
        <span className={styles['fact']} data-known={allergies.kind}>
          {allergiesWords(patient, edition)}
        </span>
        <span className={styles['fact']} data-known={resuscitation.kind}>
          {t.named(t.fields.resuscitation, status)}
        </span>
        {!isShort && review?.isOver === true && (
          <span className={styles['over']}>{review.words}</span>
        )}
      </button>
      <UnsentCritical patient={patient} part={allergiesPart} />
      <UnsentCritical patient={patient} part={criticalPart('resuscitation')} />
    </div>
  )
}
