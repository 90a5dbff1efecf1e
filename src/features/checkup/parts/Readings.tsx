import type { Checkup } from '../../../domain/checkup/checkup'
import { readingsTexts } from '../../../texts/readings'
import { Dash } from '../../../ui/clinical'
import { useEdition } from '../../../ui/edition'
import { shownReadings } from '../checkup.view'
import { Block } from './Block'
import styles from './CheckupDetail.module.css'

/** Every vital with its value, where it came from, and the band of its score (C148, decisions). */
export function Readings({ checkup }: { readonly checkup: Checkup }) {
  const t = readingsTexts
  const edition = useEdition()
  const readings = shownReadings(checkup, edition)
  if (readings.length === 0)
    return (
      <Block title={t.heading}>
        <p>{t.none}</p>
      </Block>
    )
  return (
    <Block title={t.heading}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t.parameter}</th>
            <th scope="col">{t.value}</th>
            <th scope="col">{t.source}</th>
            <th scope="col">{t.score}</th>
          </tr>
        </thead>
        <tbody>
          {readings.map(({ key, name, value, unit, source, score }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td className={styles['number']}>
                {value} <span className={styles['unit']}>{unit}</span>
              </td>
              <td>
                <Dash>{source}</Dash>
              </td>
              <td className={styles['score']} data-score={score ?? 'none'}>
                <Dash>{score}</Dash>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Block>
  )
}
