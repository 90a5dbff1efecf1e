import { measuredKeys, showMeasured, type MeasuredKey } from '../../domain/checkup/shown'
import { totalBand } from '../../domain/ews'
import type { Edition } from '../../domain/organization/organization'
import type { ReportRange } from '../../domain/report/period'
import type { ReportInterval, ReportScore, ReportValue } from '../../domain/report/report'
import { reportsTexts } from '../../texts/reports'
import { useEdition } from '../../ui/edition'
import { chartRows } from '../../ui/readings'
import { intervalText, momentText, withGaps } from './report.view'
import styles from './reports.module.css'

function Value({
  of,
  value,
  checkups,
  edition,
}: {
  readonly of: MeasuredKey
  readonly value: ReportValue | null
  readonly checkups: number
  readonly edition: Edition
}) {
  const t = reportsTexts(edition)
  if (value === null) return t.unknown
  const [least, greatest] = [value.min, value.max].map((each) => showMeasured(of, each, edition))
  return (
    <>
      {showMeasured(of, value.mean, edition)}
      {value.count > 1 && <small>{t.sums.range(least ?? '', greatest ?? '')}</small>}
      {value.count < checkups && <small>{t.sums.measured(value.count, checkups)}</small>}
    </>
  )
}

function Score({ score }: { readonly score: ReportScore | null }) {
  const t = reportsTexts(useEdition())
  if (score === null) return t.unknown
  return (
    <>
      <span className={styles['score']} data-band={totalBand(score.total)}>
        {score.total}
      </span>
      {score.missing > 0 && <small>{t.sums.missing(score.missing)}</small>}
    </>
  )
}

/** The sums of each interval, and the times between them that have no check-up. */
export function Sums({
  intervals,
  range,
  hours,
}: {
  readonly intervals: readonly ReportInterval[]
  readonly range: ReportRange
  readonly hours: number
}) {
  const edition = useEdition()
  const texts = reportsTexts(edition)
  const t = texts.sums
  const rows = chartRows(edition)
  return (
    <section className={styles['part']}>
      <h3>{t.heading(texts.hours(hours))}</h3>
      {intervals.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <>
          <p className={styles['quiet']}>{t.text}</p>
          <div className={styles['scroll']}>
            <table className={styles['table']}>
              <caption className="visually-hidden">{t.caption}</caption>
              <thead>
                <tr>
                  <th scope="col">{t.interval}</th>
                  <th scope="col">{t.checkups}</th>
                  {measuredKeys.map((key) => {
                    const row = rows.find((each) => each.key === key)
                    return (
                      <th key={key} scope="col">
                        {row?.heading} {row?.unit != null && <small>{row.unit}</small>}
                      </th>
                    )
                  })}
                  <th scope="col">{t.inForce}</th>
                  <th scope="col">{t.highest}</th>
                </tr>
              </thead>
              <tbody>
                {withGaps(intervals, range).map((row) =>
                  row.kind === 'gap' ? (
                    <tr key={`gap ${row.from}`} className={styles['gap']}>
                      <td colSpan={measuredKeys.length + 4}>
                        {t.gap(momentText(row.from, edition), momentText(row.to, edition))}
                      </td>
                    </tr>
                  ) : (
                    <tr key={row.interval.start}>
                      <th scope="row">{intervalText(row.interval, hours, edition)}</th>
                      <td>{row.interval.checkups}</td>
                      {measuredKeys.map((key) => (
                        <td key={key} data-vital={key}>
                          <Value
                            of={key}
                            value={row.interval[key]}
                            checkups={row.interval.checkups}
                            edition={edition}
                          />
                        </td>
                      ))}
                      <td>
                        <Score score={row.interval.score} />
                      </td>
                      <td>
                        <Score score={row.interval.highest} />
                      </td>
                    </tr>
                  ),
                )}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  )
}
