import { ActionIcon, Button } from '@mantine/core'
import type { Problem } from '../../domain/problem'
import { formatFullName } from '../../domain/identity'
import { careTexts, type CareTexts } from '../../texts/care'
import { useEdition } from '../edition'
import { showToast, Tooltip } from '../feedback'
import { IconStar, IconStarFilled } from '../layout/icons'
import type { Act, CarePatient } from './act'
import { useProblemText } from '../problem'

interface WatchActs {
  readonly add: Act<{ readonly patientId: string }>
  readonly remove: Act<{ readonly patientId: string }>
}

const sentenceStart = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Watches or not, and says so with a way back (C045, C587, C588). */
const setWatched = async (
  patient: CarePatient,
  called: string,
  watch: boolean,
  acts: WatchActs,
  t: CareTexts['watch'],
  say: (problem: Problem) => string,
): Promise<void> => {
  const result = await (watch ? acts.add : acts.remove)({ patientId: patient.id })
  const toast = `watch ${patient.id}`
  const words = watch
    ? { done: t.added, unseen: t.added, saved: t.addedHere }
    : { done: t.removed, unseen: t.removed, saved: t.removedHere }
  if (result.kind === 'refused') showToast(toast, t.failed(say(result.problem)))
  else
    showToast(toast, words[result.kind](called), {
      tone: 'info',
      action: { label: t.undo, run: () => void setWatched(patient, called, !watch, acts, t, say) },
    })
}

export interface WatchButtonProps extends WatchActs {
  readonly patient: CarePatient & { readonly onWatchList: boolean }
  /** `icon`: the star alone, with its words as a tooltip. */
  readonly look: 'button' | 'icon'
  /** The patient's name in texts, where the screen does not show the identity. */
  readonly shownAs?: string | null
}

/** The star: pressed while the patient is on the user's watch list. */
export function WatchButton({ patient, look, shownAs = null, add, remove }: WatchButtonProps) {
  const t = careTexts(useEdition()).watch
  const say = useProblemText()
  const watched = patient.onWatchList
  const name = (watched ? t.unwatchName : t.watchName)(shownAs ?? formatFullName(patient))
  const press = (): void =>
    void setWatched(
      patient,
      sentenceStart(shownAs ?? patient.firstName),
      !watched,
      { add, remove },
      t,
      say,
    )
  const star = watched ? <IconStarFilled /> : <IconStar />
  if (look === 'icon') {
    return (
      <Tooltip label={name}>
        <ActionIcon aria-label={name} aria-pressed={watched} onClick={press}>
          {star}
        </ActionIcon>
      </Tooltip>
    )
  }
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={star}
      aria-label={name}
      aria-pressed={watched}
      onClick={press}
    >
      {watched ? t.watching : t.watch}
    </Button>
  )
}
