import { Checkbox, NativeSelect } from '@mantine/core'
import { Link } from 'react-router-dom'
import { listsTexts } from '../../texts/lists'
import { Dash } from '../clinical/Dash'
import { useEdition } from '../edition'
import { Bone } from '../feedback/Skeletons'
import styles from './DataTable.module.css'
import { RowButtons, RowMenu } from './RowActions'
import { SelectPage } from './SelectPage'
import { rowHeaderOf, toggled, type RowsProps } from './table-parts'

function Card<Row>({ row, ...props }: RowsProps<Row> & { readonly row: Row }) {
  const { columns, rowKey, rowName, rowLink, menu, buttons, selection } = props
  const t = listsTexts(useEdition()).table
  const [key, name, to] = [rowKey(row), rowName(row), rowLink?.(row) ?? null]
  const header = rowHeaderOf(columns)
  const said = header?.cell(row) ?? name
  // A first name alone is nobody's name.
  const title = typeof said === 'string' && name.includes(said) ? name : said
  return (
    <li className={styles['card']} data-selected={selection?.selected.has(key)}>
      <div className={styles['cardHead']}>
        {selection !== undefined && (
          <Checkbox
            aria-label={t.select(name)}
            checked={selection.selected.has(key)}
            onChange={() => selection.onChange(toggled(selection.selected, key))}
          />
        )}
        <h3>{to === null ? title : <Link to={to}>{title}</Link>}</h3>
        {menu !== undefined && <RowMenu name={name} actions={menu(row)} />}
      </div>
      <dl className={styles['facts']}>
        {columns
          .filter((column) => column !== header)
          .map((column) => (
            <div key={column.id}>
              <dt>{column.heading}</dt>
              <dd>
                <Dash>{column.cell(row)}</Dash>
              </dd>
            </div>
          ))}
      </dl>
      {buttons !== undefined && (
        <div className={styles['cardButtons']}>
          <RowButtons actions={buttons(row)} />
        </div>
      )}
    </li>
  )
}

/** What the headings of a table do, as a list to choose from. */
function SortChoice<Row>({ columns, sort, isSortable, onSort }: RowsProps<Row>) {
  const t = listsTexts(useEdition()).table
  const sortable = columns.filter(isSortable)
  if (sortable.length === 0) return null
  const valueOf = (column: string, descending: boolean) => `${descending ? '-' : '+'}${column}`
  return (
    <NativeSelect
      label={t.sortBy}
      value={sort === null ? '' : valueOf(sort.column, sort.descending)}
      onChange={({ currentTarget: { value } }) =>
        onSort(value === '' ? null : { column: value.slice(1), descending: value.startsWith('-') })
      }
      data={[
        { value: '', label: t.unsorted },
        ...sortable.flatMap(({ id, heading }) => [
          { value: valueOf(id, false), label: t.ascending(heading) },
          { value: valueOf(id, true), label: t.descending(heading) },
        ]),
      ]}
    />
  )
}

/** The rows as cards, where the window is too narrow for a table. */
export function TableCards<Row>(props: RowsProps<Row>) {
  const { caption, columns, rows, bones, late, rowKey } = props
  return (
    <>
      <SortChoice {...props} />
      <SelectPage {...props} isNamed />
      {rows === null ? (
        <ul className={`${styles['cards']} ${styles['bones']}`} data-late={late} aria-hidden="true">
          {Array.from({ length: bones }, (_, row) => (
            <li key={row} className={styles['card']}>
              <Bone width="60%" height={24} />
              <Bone height={Math.max(1, columns.length - 1) * 28} />
            </li>
          ))}
        </ul>
      ) : (
        <ul className={styles['cards']} aria-label={caption}>
          {rows.map((row) => (
            <Card key={rowKey(row)} {...props} row={row} />
          ))}
        </ul>
      )}
    </>
  )
}
