import type { Checkup } from '../../../domain/checkup/checkup'
import { summariseSoftSigns } from '../../../domain/checkup/soft-signs'
import { patientTexts } from '../../../texts/patient'
import { useEdition } from '../../../ui/edition'
import { Tooltip } from '../../../ui/feedback'
import { IconWarning } from '../../../ui/layout/icons'
import { useSymptomWords } from '../../../ui/symptoms'
import styles from './cells.module.css'

/** The number of soft signs, red with an emergency; the popover lists them (C084–C087). */
export function SoftSignsCell({ checkup }: { readonly checkup: Checkup }) {
  const t = patientTexts(useEdition()).vitals
  const symptomWords = useSymptomWords()
  const { signs, count, isEmergency } = summariseSoftSigns(checkup)
  const list =
    count === 0 ? (
      t.noSoftSigns
    ) : (
      <ul className={styles['signs']}>
        {signs.map((sign) => (
          <li key={sign.key}>
            {symptomWords(sign.key)}
            {sign.rank === 3 && ` (${t.emergency})`}
          </li>
        ))}
      </ul>
    )
  return (
    <Tooltip label={list}>
      <button
        type="button"
        className={styles['value']}
        aria-label={`${t.softSignCount(count)}${isEmergency ? `, ${t.emergency}` : ''}`}
      >
        <span className={styles['badge']} data-emergency={isEmergency} data-none={count === 0}>
          {count}
        </span>
        {isEmergency && <IconWarning size={16} />}
      </button>
    </Tooltip>
  )
}
