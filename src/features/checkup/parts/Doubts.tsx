import type { Checkup } from '../../../domain/checkup/checkup'
import { onOxygen } from '../../../domain/patient/flag-types'
import type { Patient } from '../../../domain/patient/patient'
import { checkupTexts } from '../../../texts/checkup'
import { useMay } from '../../../ui/access'
import { doubtSentences } from '../../../ui/clinical'
import { useEdition } from '../../../ui/edition'
import { Block } from './Block'
import styles from './CheckupDetail.module.css'
import { EndOxygen } from './EndOxygen'

/** True while the flag of the patient says oxygen. */
const isFlagged = (patient: Patient | null): boolean =>
  patient?.wardAdmission?.patientFlags.some(({ type, active }) => active && type === onOxygen) ??
  false

/** A later check-up may say otherwise: the flag is then ended from that one. */
const isNewest = (checkup: Checkup, patient: Patient | null): boolean =>
  patient?.latestCheckup == null ||
  Date.parse(patient.latestCheckup.endedAt) <= Date.parse(checkup.endedAt)

/**
 * What to look at before the check-up is believed; nothing where nothing is doubtful. Where the flag
 * says oxygen and the check-up air, whoever sets flags ends it here.
 */
export function Doubts({
  checkup,
  patient,
}: {
  readonly checkup: Checkup
  readonly patient: Patient | null
}) {
  const edition = useEdition()
  const mayEnd = useMay('patient.set-flags')
  const sentences = doubtSentences(checkup, edition)
  if (sentences.length === 0) return null
  return (
    <div className={styles['doubts']}>
      <Block title={checkupTexts(edition).doubts.heading}>
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {mayEnd &&
          isFlagged(patient) &&
          isNewest(checkup, patient) &&
          checkup.doubts.includes('oxygen-flag') && <EndOxygen patientId={checkup.patientId} />}
      </Block>
    </div>
  )
}
