import type { Checkup } from '../../../domain/checkup/checkup'
import { durationWords, formatDateTime } from '../../../domain/time'
import { readingsTexts } from '../../../texts/readings'
import { useEdition } from '../../../ui/edition'
import { Kept } from '../../../ui/Kept'
import { shownChanges, shownReadings } from '../checkup.view'
import { Block } from './Block'
import styles from './CheckupDetail.module.css'

/** What changed since the check-up before this one, in the shown units (C148, decisions). */
export function Changes({
  checkup,
  previous,
}: {
  readonly checkup: Checkup
  readonly previous: Checkup | null
}) {
  const t = readingsTexts.change
  const edition = useEdition()
  if (previous === null)
    return (
      <Block title={t.heading}>
        <p>{t.none}</p>
      </Block>
    )
  const changes = shownChanges(shownReadings(checkup, edition), shownReadings(previous, edition))
  const apart = durationWords(Date.parse(checkup.endedAt) - Date.parse(previous.endedAt), edition)
  return (
    <Block title={t.heading}>
      <p>
        <Kept>{t.since(formatDateTime(previous.endedAt, edition), apart)}</Kept>
      </p>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{readingsTexts.parameter}</th>
            <th scope="col">{t.before}</th>
            <th scope="col">{t.now}</th>
            <th scope="col">{t.difference}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ key, name, unit, now, before, words }) => (
            <tr key={key}>
              <th scope="row">
                {name} <span className={styles['unit']}>{unit}</span>
              </th>
              <td className={styles['number']}>{before}</td>
              <td className={styles['number']}>{now}</td>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Block>
  )
}
