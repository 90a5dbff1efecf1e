import type { Checkup } from '../../../domain/checkup/checkup'
import { summariseSoftSigns } from '../../../domain/checkup/soft-signs'
import { checkupTexts } from '../../../texts/checkup'
import { useEdition } from '../../../ui/edition'
import { useSymptomWords } from '../../../ui/symptoms'
import { Block } from './Block'
import styles from './CheckupDetail.module.css'

export function SoftSigns({ checkup }: { readonly checkup: Checkup }) {
  const t = checkupTexts(useEdition()).softSigns
  const symptomWords = useSymptomWords()
  const { signs, count } = summariseSoftSigns(checkup)
  return (
    <Block title={t.heading}>
      {count === 0 ? (
        <p>{t.none}</p>
      ) : (
        <ul className={styles['signs']}>
          {signs.map((sign) => (
            <li key={sign.key}>
              {symptomWords(sign.key)}
              {sign.rank === 3 && <strong className={styles['emergency']}> {t.emergency}</strong>}
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}
