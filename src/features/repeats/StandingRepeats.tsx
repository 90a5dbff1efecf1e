import { Button } from '@mantine/core'
import { cancelRepeat } from '../../data/repeat'
import type { Patient } from '../../domain/patient/patient'
import { standingRepeats, type Repeat } from '../../domain/repeat/repeat'
import { useCommand } from '../../engine/react'
import { repeatsTexts } from '../../texts/repeats'
import { useMay } from '../../ui/access'
import { useEdition } from '../../ui/edition'
import { showToast } from '../../ui/feedback'
import { useProblemText } from '../../ui/problem'
import { standingWords } from '../../ui/schedule'
import { useNow } from '../../ui/time'
import styles from './Repeats.module.css'

function Standing({ patientId, repeat }: { readonly patientId: string; readonly repeat: Repeat }) {
  const edition = useEdition()
  const t = repeatsTexts(edition)
  const mayCancel = useMay('repeat.request')
  const say = useProblemText()
  const command = useCommand(cancelRepeat, { about: patientId })
  const { what, by } = standingWords(repeat, useNow(), edition)
  const cancel = async (): Promise<void> => {
    const result = await command.run({ patientId, repeatId: repeat.id })
    if (result.kind === 'refused')
      showToast(`cancel repeat ${repeat.id}`, `${t.notCancelled} ${say(result.problem)}`)
    else showToast(`cancel repeat ${repeat.id}`, t.cancelled(what), { tone: 'info' })
  }
  return (
    <li>
      <span>
        <strong>{what}</strong> <span className={styles['by']}>{t.by(by)}</span>
        {repeat.reason !== null && <span className={styles['reason']}>{repeat.reason}</span>}
      </span>
      {mayCancel && (
        <Button
          variant="default"
          disabled={command.busy}
          aria-label={t.cancelNamed(what, by)}
          onClick={() => void cancel()}
        >
          {t.cancel}
        </Button>
      )}
    </li>
  )
}

/** What was asked for of a patient and is not over, each with the way to take it back. */
export function StandingRepeats({
  patient,
}: {
  readonly patient: Pick<Patient, 'id' | 'repeats'>
}) {
  const t = repeatsTexts(useEdition())
  const standing = standingRepeats(patient.repeats)
  if (standing.length === 0) return null
  return (
    <ul aria-label={t.standing} className={styles['standing']}>
      {standing.map((repeat) => (
        <Standing key={repeat.id} patientId={patient.id} repeat={repeat} />
      ))}
    </ul>
  )
}
