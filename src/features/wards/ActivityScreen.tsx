import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { wardActivity } from '../../data/ward-activity'
import { csvOf } from '../../domain/text/csv'
import { formatDate } from '../../domain/time'
import { useAnswer } from '../../engine/react'
import { wardActivityTexts } from '../../texts/ward-activity'
import { useEdition } from '../../ui/edition'
import { Page } from '../../ui/layout'
import { paths } from '../../ui/paths'
import { DataTable } from '../../ui/table'
import { download } from '../../ui/work'
import { activityColumns, activityFacts } from './activity-columns'

/** /wards/activity: what went on on each ward on each of the last 30 days. */
export function ActivityScreen() {
  const edition = useEdition()
  const t = wardActivityTexts(edition)
  const answer = useAnswer(wardActivity, undefined)
  const facts = activityFacts(edition)
  const rows = answer.value ?? []
  const save = (): void =>
    download(
      csvOf([
        facts.map(({ heading }) => heading),
        ...rows.map((row) => facts.map(({ text }) => text(row))),
      ]),
      t.file(rows[0]?.day ?? ''),
      'text/csv',
    )
  return (
    <Page title={t.title}>
      <p>
        {t.text} <Link to={paths.wards()}>{t.all}</Link>
      </p>
      <DataTable
        caption={t.title}
        columns={activityColumns(edition)}
        answer={answer}
        view="ward.view"
        rowKey={({ ward, day }) => `${ward.id} ${day}`}
        rowName={({ ward, day }) => `${ward.name} ${formatDate(day, edition)}`}
        search={{
          label: t.search,
          of: ({ ward, day }) => `${ward.name} ${formatDate(day, edition)}`,
        }}
        tools={
          <Button variant="default" disabled={rows.length === 0} onClick={save}>
            {t.save}
          </Button>
        }
        empty={t.empty}
        failed={t.failed}
      />
    </Page>
  )
}
