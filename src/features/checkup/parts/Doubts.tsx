import type { Checkup } from '../../../domain/checkup/checkup'
import { checkupTexts } from '../../../texts/checkup'
import { doubtSentences } from '../../../ui/clinical'
import { useEdition } from '../../../ui/edition'
import { Block } from './Block'
import styles from './CheckupDetail.module.css'

/** What to look at before the check-up is believed; nothing where nothing is doubtful. */
export function Doubts({ checkup }: { readonly checkup: Checkup }) {
  const edition = useEdition()
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
      </Block>
    </div>
  )
}
