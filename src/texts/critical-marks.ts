import type { CriticalMarks } from '../domain/critical/marks'
import { inEditions } from './overlay'
import type { DeepPartial } from './types'

interface Mark {
  /** On a card and the wall. */
  readonly short: string
  /** Read out, and told on hover. */
  readonly words: string
}

/** The marks of a card and the wall for allergies and resuscitation status. */
const enGB = {
  allergies: {
    recorded: { short: 'Allergy', words: 'Allergy recorded: see the record' },
    noneKnown: { short: 'No allergies', words: 'No known allergies' },
    notRecorded: { short: 'Allergies ?', words: 'Allergies: not recorded' },
    closed: { short: 'Allergies ?', words: 'Allergies: not open to you' },
  } as Readonly<Record<CriticalMarks['allergies'], Mark>>,
  resuscitation: {
    doNotAttempt: { short: 'DNACPR', words: 'Not for resuscitation (DNACPR)' },
    attempt: { short: 'For CPR', words: 'For resuscitation' },
    noneKnown: { short: 'CPR undecided', words: 'Resuscitation: no decision made' },
    notRecorded: { short: 'CPR ?', words: 'Resuscitation: not recorded' },
    closed: { short: 'CPR ?', words: 'Resuscitation: not open to you' },
  } as Readonly<Record<CriticalMarks['resuscitation'], Mark>>,
  allergyEntry: 'Allergies',
  resuscitationEntry: 'Resuscitation',
}

const enUS: DeepPartial<typeof enGB> = {
  resuscitation: {
    doNotAttempt: { short: 'DNR', words: 'DNR: do not resuscitate' },
    attempt: { short: 'Full code', words: 'Full code' },
    noneKnown: { short: 'Code undecided', words: 'Code status: no decision made' },
    notRecorded: { short: 'Code ?', words: 'Code status: not recorded' },
    closed: { short: 'Code ?', words: 'Code status: not open to you' },
  },
  resuscitationEntry: 'Code status',
}

export const criticalMarkTexts = inEditions(enGB, enUS)
