import type { Checkup } from '../../../domain/checkup/checkup'
import { softSignWords, summariseSoftSigns } from '../../../domain/checkup/soft-signs'
import { patientTexts } from '../../../texts/patient'
import { useEdition } from '../../../ui/edition'
import { Tooltip } from '../../../ui/feedback'
import { IconWarning } from '../../../ui/layout/icons'
import styles from './cells.module.css'

/** The number of soft signs, red with an emergency; the popover lists them (C084–C087). */
export function SoftSignsCell({ checkup }: { readonly checkup: Checkup }) {
  const edition = useEdition()
  const t = patientTexts(edition).vitals
  const { signs, count, isEmergency } = summariseSoftSigns(checkup)
  const list =
    count === 0 ? (
      t.noSoftSigns
    ) : (
      <ul className={styles['signs']}>
        {signs.map((sign) => (
          <li key={sign.key}>
            {softSignWords(sign.key, edition)}
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
