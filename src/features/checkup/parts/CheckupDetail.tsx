import { Button } from '@mantine/core'
import type { Checkup } from '../../../domain/checkup/checkup'
import type { Patient } from '../../../domain/patient/patient'
import { formatStaffName } from '../../../domain/identity'
import { formatDate, formatDateTime, formatLongDate } from '../../../domain/time'
import { checkupTexts } from '../../../texts/checkup'
import { pathwaysTexts } from '../../../texts/pathways'
import { useEdition } from '../../../ui/edition'
import { Kept } from '../../../ui/Kept'
import { hasReadings } from '../checkup.view'
import { useFiles } from '../use-files'
import {
  ConsciousnessBlock,
  GlucoseBlock,
  OximeterBlock,
  PeakFlowBlock,
  WeightBlock,
} from './blocks'
import { AttachmentsBlock } from './Attachments'
import { BreathSounds } from './BreathSounds'
import { Changes } from './Changes'
import { Doubts } from './Doubts'
import { StrikeOut, StruckOut } from './StrikeOut'
import { PicturesBlock } from './Pictures'
import { Readings } from './Readings'
import { ScoreSummary } from './ScoreSummary'
import { SoftSigns } from './SoftSigns'
import { StaffNotes } from './StaffNotes'
import { Block } from './Block'
import styles from './CheckupDetail.module.css'

/** From this delay on both times are shown, milliseconds (design/sync, Time). */
const lateMs = 5 * 60_000

export interface CheckupDetailProps {
  readonly checkup: Checkup
  readonly previous: Checkup | null
  /** Null: not read. */
  readonly patient: Patient | null
}

/**
 * Prints under this file name. Browsers keep page names in their history: no patient's name in it.
 */
const printAs = (fileName: string): void => {
  const title = document.title
  document.title = fileName
  window.print()
  document.title = title
}

/** A check-up in full, in the order of C145; breath sounds, readings and changes are in the right column. */
export function CheckupDetail({ checkup, previous, patient }: CheckupDetailProps) {
  const edition = useEdition()
  const t = checkupTexts(edition)
  const tiles: Readonly<Record<string, string>> = pathwaysTexts(edition).tiles
  const shown = hasReadings(checkup)
  const files = useFiles(checkup)
  const user = formatStaffName(checkup.createdBy)
  const late = Date.parse(checkup.receivedAt) - Date.parse(checkup.endedAt) > lateMs
  const print = (): void => printAs(t.fileName(formatDate(checkup.endedAt, edition)))
  return (
    <article aria-labelledby="checkup-time">
      <header className={styles['header']}>
        <div>
          <h2 id="checkup-time">{formatLongDate(checkup.endedAt, edition)}</h2>
          <p>
            {user === ''
              ? t.capturedByDevice
              : checkup.how === null
                ? t.capturedBy(user)
                : t.recordedBy[checkup.how](user)}
          </p>
          {late && (
            <p>
              <Kept>
                {t.receivedLate(
                  formatDateTime(checkup.endedAt, edition),
                  formatDateTime(checkup.receivedAt, edition),
                )}
              </Kept>
            </p>
          )}
        </div>
        <div className={styles['acts']}>
          {patient !== null && <StrikeOut checkup={checkup} patient={patient} />}
          <Button variant="default" className={styles['print']} onClick={print}>
            {t.print}
          </Button>
        </div>
      </header>
      <StruckOut checkup={checkup} />
      <Doubts checkup={checkup} patient={patient} />
      <div className={styles['columns']} data-struck={checkup.struckOut != null}>
        <div>
          <ScoreSummary checkup={checkup} />
          {checkup.notes !== null && checkup.notes.trim() !== '' && (
            <Block title={t.notes}>
              <p className={styles['text']}>{checkup.notes}</p>
            </Block>
          )}
          <StaffNotes checkup={checkup} />
          {checkup.notMeasured.length > 0 && (
            <Block title={t.notMeasured.heading}>
              <ul>
                {checkup.notMeasured.map(({ tile, reason }) => (
                  <li key={tile}>
                    {t.notMeasured.one(
                      tiles[tile] ?? tile,
                      t.notMeasured.reasons[reason] ?? reason,
                    )}
                  </li>
                ))}
              </ul>
            </Block>
          )}
          <SoftSigns checkup={checkup} />
          <AttachmentsBlock checkup={checkup} files={files} />
          {shown && <ConsciousnessBlock checkup={checkup} />}
          {shown && <GlucoseBlock checkup={checkup} />}
          {shown && <PeakFlowBlock checkup={checkup} />}
          <PicturesBlock checkup={checkup} files={files} />
          {shown && <OximeterBlock checkup={checkup} />}
          {shown && <WeightBlock checkup={checkup} />}
        </div>
        <div>
          <BreathSounds checkup={checkup} files={files} />
          {shown ? (
            <>
              <Readings checkup={checkup} />
              <Changes checkup={checkup} previous={previous} />
            </>
          ) : (
            <p>{t.readingsHidden}</p>
          )}
        </div>
      </div>
    </article>
  )
}
