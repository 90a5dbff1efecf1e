import { Link } from 'react-router-dom'
import { needsPerson, type Unsent } from '../../domain/sync/unsent'
import { careTexts } from '../../texts/care'
import { useEdition, useTexts } from '../edition'
import { IconWarning } from '../layout/icons'
import { paths } from '../paths'
import { useProblemText } from '../problem'
import { WaitingMark } from './WaitingMark'
import styles from './marks.module.css'
import { unsentWords } from './unsent-words'

export interface UnsentMarkProps {
  /** Of the value beside it; null: the server has it. */
  readonly unsent: Unsent | null
  /** The user's value in words, said where another is shown. */
  readonly yours?: string | undefined
  /** What is not sent, where the value beside it does not say so. */
  readonly what?: string | undefined
  /** On a card or the wall: without the reason of a refusal, and no link where nothing is wrong. */
  readonly compact?: boolean | undefined
}

function Undecided({
  unsent,
  about,
  compact,
}: {
  readonly unsent: Unsent
  readonly about: string | null
  readonly compact: boolean
}) {
  const t = useTexts().ui.waiting
  const say = useProblemText()
  const open = careTexts(useEdition()).conflict
  const { state, problem, commandId } = unsent
  return (
    <Link className={styles['refused']} to={paths.sync(commandId)}>
      <IconWarning size={16} />
      <span>
        <strong>{unsentWords(state, about, t)}</strong>
        {!compact && ` ${state === 'conflict' || problem === undefined ? open : say(problem)}`}
      </span>
    </Link>
  )
}

/** Marks a value that the server does not have, where it is shown. */
export function UnsentMark({ unsent, yours, what, compact = false }: UnsentMarkProps) {
  const t = useTexts().ui.waiting
  if (unsent === null) return null
  const { state, isShown } = unsent
  const about = !isShown && yours !== undefined ? t.yours(yours) : (what ?? null)
  if (needsPerson(state)) return <Undecided unsent={unsent} about={about} compact={compact} />
  const mark = <WaitingMark state={state} what={about} />
  // There its author may take it back.
  return compact ? mark : <Link to={paths.sync(unsent.commandId)}>{mark}</Link>
}
