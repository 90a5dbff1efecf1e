import { acuityLevelOf, acuityPart, acuityScoreSchema } from '../../domain/patient/acuity'
import { contactSchema, contactWords, type ContactPart } from '../../domain/patient/contact'
import { dischargePart } from '../../domain/patient/expected-discharge'
import { watchPart } from '../../domain/patient/watch'
import { allUnsentOf, needsPerson, unsentOf, type Unsent } from '../../domain/sync/unsent'
import { formatDate } from '../../domain/time'
import { repeatsPart, type WantedRepeat } from '../../domain/repeat/lay-repeat'
import { checkupPart } from '../../domain/virtual-ward/lay-checkup'
import { careTexts, type CareTexts } from '../../texts/care'
import { UnsentMark } from '../clinical'
import { useEdition } from '../edition'

const given = ({ wanted }: Unsent, t: CareTexts['acuity']): string | undefined => {
  const { data } = acuityScoreSchema.safeParse(wanted)
  return data === undefined ? undefined : t.shown(data.score, t.levels[acuityLevelOf(data.score)])
}

interface UnsentCareProps {
  readonly patient: object
  readonly compact?: boolean | undefined
}

/** That a patient's acuity is not sent, or that the user's own waits beside a colleague's. */
export function UnsentAcuity({ patient, compact }: UnsentCareProps) {
  const t = careTexts(useEdition()).acuity
  const unsent = unsentOf(patient, acuityPart)
  return (
    <UnsentMark
      unsent={unsent}
      compact={compact}
      yours={unsent === null ? undefined : given(unsent, t)}
    />
  )
}

/** That an expected discharge date is not sent. */
export function UnsentDischarge({ patient, compact }: UnsentCareProps) {
  const edition = useEdition()
  const unsent = unsentOf(patient, dischargePart)
  return (
    <UnsentMark
      unsent={unsent}
      compact={compact}
      yours={
        typeof unsent?.wanted === 'string'
          ? formatDate(unsent.wanted, edition)
          : careTexts(edition).discharge.none
      }
    />
  )
}

/** That watching is not sent. */
export function UnsentWatch({ patient, compact }: UnsentCareProps) {
  const t = careTexts(useEdition()).watch
  const unsent = unsentOf(patient, watchPart)
  return (
    <UnsentMark
      unsent={unsent}
      compact={compact}
      what={unsent?.wanted === true ? t.watching : t.unwatching}
    />
  )
}

/** That observations of the user's own are not sent, whose values are shown. */
export function UnsentObservations({ patient, compact }: UnsentCareProps) {
  const what = careTexts(useEdition()).observations
  const all = allUnsentOf(patient, checkupPart)
  // What waits for a decision is told before what is only not sent.
  const unsent = all.find(({ state }) => needsPerson(state)) ?? all.at(-1) ?? null
  return <UnsentMark unsent={unsent} compact={compact} what={what} />
}

/** That a request to measure again, or taking one back, is not sent. */
export function UnsentRepeats({ patient, compact }: UnsentCareProps) {
  const t = careTexts(useEdition())
  const all = allUnsentOf(patient, repeatsPart)
  const unsent = all.find(({ state }) => needsPerson(state)) ?? all.at(-1) ?? null
  const isCancelled = (unsent?.wanted as WantedRepeat | undefined)?.isCancelled === true
  return <UnsentMark unsent={unsent} compact={compact} what={isCancelled ? t.noRepeat : t.repeat} />
}

/** That a patient's telephone or address is not sent, or that the user's own waits beside another. */
export function UnsentContact({
  patient,
  part,
  what,
}: {
  readonly patient: object
  readonly part: ContactPart
  /** Where the value is not shown beside it. */
  readonly what?: string
}) {
  const unsent = unsentOf(patient, part)
  const { data } = contactSchema.partial().safeParse({ [part]: unsent?.wanted ?? null })
  const own = contactWords(part, { telephone: null, address: null, ...data })
  return <UnsentMark unsent={unsent} yours={own ?? undefined} what={what} />
}
