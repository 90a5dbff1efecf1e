import { measuredKeys, showMeasured, type MeasuredKey } from '../../domain/checkup/shown'
import { totalBand } from '../../domain/ews'
import type { Edition } from '../../domain/organization/organization'
import type { ReportRange } from '../../domain/report/period'
import type { ReportInterval, ReportValue } from '../../domain/report/report'
import type { ReportScore } from '../../domain/report/score'
import { reportsTexts } from '../../texts/reports'
import { useEdition } from '../../ui/edition'
import { chartRows } from '../../ui/readings'
import { Lack } from './Lack'
import { intervalText, knownOf, lackOf, momentText, withGaps, type Source } from './report.view'
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

/** `since`: a score of an earlier check-up says of when it is. */
function Score({ score, since }: { readonly score: ReportScore | null; readonly since?: string }) {
  const edition = useEdition()
  const t = reportsTexts(edition)
  if (score === null) return t.unknown
  return (
    <>
      <span className={styles['score']} data-band={totalBand(score.total)}>
        {score.isAtLeast ? t.sums.atLeast(score.total) : score.total}
      </span>
      {score.missing > 0 && <small>{t.sums.missing(score.missing)}</small>}
      {since !== undefined && score.at < since && (
        <small>{t.sums.of(momentText(Date.parse(score.at), edition))}</small>
      )}
    </>
  )
}

/** The sums of each interval, and the times between them that have no check-up. */
export function Sums({
  intervals,
  range,
  hours,
  source,
}: {
  readonly intervals: readonly ReportInterval[]
  readonly range: ReportRange
  readonly hours: number
  readonly source: Source
}) {
  const edition = useEdition()
  const texts = reportsTexts(edition)
  const t = texts.sums
  const rows = chartRows(edition)
  const known = knownOf('aggregates', source, range)
  const isWhole = lackOf('aggregates', source, range, edition) === null
  const gap = source.kind === 'server' ? texts.lacking.gapNotYet : texts.lacking.gap
  return (
    <section className={styles['part']}>
      <h3>{t.heading(texts.hours(hours))}</h3>
      <Lack list="aggregates" source={source} range={range} />
      {intervals.length === 0 ? (
        <p>{isWhole ? t.none : texts.lacking.none}</p>
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
                {withGaps(intervals, range, known).map((row) =>
                  row.kind !== 'interval' ? (
                    <tr key={`gap ${row.from}`} className={styles['gap']} data-kind={row.kind}>
                      <td colSpan={measuredKeys.length + 4}>
                        {(row.kind === 'gap' ? t.gap : gap)(
                          momentText(row.from, edition),
                          momentText(row.to, edition),
                        )}
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
                        <Score score={row.interval.score} since={row.interval.start} />
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
