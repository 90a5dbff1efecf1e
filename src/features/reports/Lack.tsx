import type { ReportList } from '../../domain/report/device'
import type { ReportRange } from '../../domain/report/period'
import { reportsTexts } from '../../texts/reports'
import { useEdition } from '../../ui/edition'
import { lackOf, type Source } from './report.view'
import styles from './reports.module.css'

/** What the report is a list of, and from where. */
export interface Listed {
  readonly source: Source
  readonly range: ReportRange
}

/** What is not known of a list; nothing where all of it is. */
export function Lack({ list, source, range }: Listed & { readonly list: ReportList }) {
  const edition = useEdition()
  const t = reportsTexts(edition).sheet
  const lack = lackOf(list, source, range, edition)
  return (
    lack !== null && (
      <p className={styles['lacks']}>
        <strong>{source.kind === 'server' ? t.notYet : t.lacks}:</strong> {lack}
      </p>
    )
  )
}
